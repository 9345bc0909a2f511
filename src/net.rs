//! A connection to a server, in the open or secured, with a bound on how long it may take.

use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned, pki_types};
use std::{
    io::{self, Read, Write},
    net::{TcpStream, ToSocketAddrs as _},
    path::Path,
    sync::Arc,
    time::Duration,
};

/// What is read from and written to.
pub trait Stream: Read + Write + Send {}
impl<T: Read + Write + Send> Stream for T {}

/// Connects to the first address of a server that answers; nothing on it takes longer than `timeout`.
///
/// # Errors
/// What the system says of the last address.
pub fn dial(host: &str, port: u16, timeout: Duration) -> io::Result<TcpStream> {
    let mut last = io::Error::new(
        io::ErrorKind::NotFound,
        "the name of the server is not known",
    );
    for address in (host, port).to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, timeout) {
            Ok(stream) => {
                stream.set_read_timeout(Some(timeout))?;
                stream.set_write_timeout(Some(timeout))?;
                return Ok(stream);
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// Secures a connection: the server has a certificate for its name from the usual roots, or from those in
/// `ca_file`.
///
/// # Errors
/// Of kind `InvalidData`, where the file holds no certificates or the name cannot be one.
pub fn secure(
    host: &str,
    tcp: TcpStream,
    ca_file: Option<&Path>,
) -> io::Result<StreamOwned<ClientConnection, TcpStream>> {
    let name = pki_types::ServerName::try_from(host.to_owned())
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidInput, "this is no name of a server"))?;
    let tls = ClientConnection::new(Arc::new(trust(ca_file)?), name)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
    Ok(StreamOwned::new(tls, tcp))
}

fn trust(ca_file: Option<&Path>) -> io::Result<ClientConfig> {
    use pki_types::{CertificateDer, pem::PemObject as _};
    let wrong = |error: &dyn std::fmt::Display| {
        io::Error::new(io::ErrorKind::InvalidData, error.to_string())
    };
    let known = webpki_roots::TLS_SERVER_ROOTS.iter().cloned();
    let mut roots: RootCertStore = known.collect();
    if let Some(file) = ca_file {
        let certificates = CertificateDer::pem_file_iter(file).map_err(|error| wrong(&error))?;
        for certificate in certificates {
            let certificate = certificate.map_err(|error| wrong(&error))?;
            roots.add(certificate).map_err(|error| wrong(&error))?;
        }
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| wrong(&error))?;
    Ok(config.with_root_certificates(roots).with_no_client_auth())
}
