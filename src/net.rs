//! Connections to servers, plain or secured with TLS, with a time limit.

use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned, pki_types};
use std::{
    io::{self, Read, Write},
    net::{TcpStream, ToSocketAddrs as _},
    path::Path,
    sync::Arc,
    time::Duration,
};

/// A connection that can be read and written.
pub(crate) trait Stream: Read + Write + Send {}
impl<T: Read + Write + Send> Stream for T {}

/// Connects to the first address of a server that answers; connecting, each read and each write take at most `timeout`.
///
/// # Errors
/// Returns the system's error for the last address if none answers.
pub(crate) fn dial(host: &str, port: u16, timeout: Duration) -> io::Result<TcpStream> {
    let mut last = io::Error::new(io::ErrorKind::NotFound, "the server name has no address");
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

/// Secures a connection with TLS: the server's certificate must be for its name, and issued by one of the usual roots
/// or of those in `ca_file`.
///
/// # Errors
/// Returns an error of kind `InvalidData` if the file is not a valid list of certificates or TLS cannot be set up, and
/// one of kind `InvalidInput` if `host` cannot be the name of a server.
pub(crate) fn secure(
    host: &str,
    tcp: TcpStream,
    ca_file: Option<&Path>,
) -> io::Result<StreamOwned<ClientConnection, TcpStream>> {
    let name = pki_types::ServerName::try_from(host.to_owned())
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidInput, "invalid server name"))?;
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
