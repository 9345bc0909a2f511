//! A web server for the files of a folder.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    thread,
};

/// Serves a folder until the process ends; returns its address, without a slash at the end.
pub fn serve(folder: PathBuf) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}", listener.local_addr().expect("an address"));
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let folder = folder.clone();
            thread::spawn(move || answer(&folder, stream));
        }
    });
    address
}

/// Answers one request; a browser that has gone gets no answer.
fn answer(folder: &Path, mut stream: TcpStream) -> Option<()> {
    let mut lines = BufReader::new(stream.try_clone().ok()?).lines();
    let first = lines.next()?.ok()?;
    while !lines.next()?.ok()?.is_empty() {}
    let path = first.split(' ').nth(1)?.trim_start_matches('/');
    let file = if path.ends_with('/') {
        format!("{path}index.html")
    } else {
        path.to_owned()
    };
    let (status, kind, bytes) = match fs::read(folder.join(&file)) {
        Ok(bytes) if file.ends_with(".html") => ("200 OK", "text/html", bytes),
        Ok(bytes) => ("200 OK", "application/octet-stream", bytes),
        Err(_) => ("404 Not Found", "text/plain", b"not here".to_vec()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        bytes.len()
    );
    stream.write_all(head.as_bytes()).ok()?;
    stream.write_all(&bytes).ok()
}
