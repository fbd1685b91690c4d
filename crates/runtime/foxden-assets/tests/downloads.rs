//! Downloads against a server on this machine.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_assets::fetch_cache::{
    Cache, DownloadError, DownloadLimits, DownloadReach, Downloader, FetchCache,
};
use foxden_lang::resolve::{
    AssetKind, FetchError, Location, MemoryStorage, ResolveErrorReason, Resolver, Search,
    SearchSettings, Web,
};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use support::{Server, page, redirect, status};

fn local(limits: DownloadLimits) -> Downloader {
    Downloader::within(limits, DownloadReach::Loopback)
}

#[test]
fn a_page_arrives_whole_and_progress_is_reported() {
    let server = Server::start(&[("/a.txt", page("hello"))]);
    let seen = Arc::new(Mutex::new(Vec::new()));
    let downloader = local(DownloadLimits::default()).reporting({
        let seen = seen.clone();
        move |progress| {
            seen.lock()
                .unwrap()
                .push((progress.received, progress.expected, progress.finished));
        }
    });
    assert_eq!(
        downloader.download(&server.url("/a.txt")).unwrap(),
        b"hello"
    );
    let seen = seen.lock().unwrap();
    assert_eq!(seen.last(), Some(&(5, Some(5), true)));
    assert!(seen.is_sorted());
}

#[test]
fn a_host_that_does_not_answer_is_asked_once() {
    // connections to it are accepted by the system, and nothing is ever sent
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    silent.set_nonblocking(true).unwrap();
    let address = silent.local_addr().unwrap();
    let other = Server::start(&[("/a.txt", page("hello"))]);
    let downloader = local(DownloadLimits {
        silence: Duration::from_millis(100),
        ..DownloadLimits::default()
    });
    for (file, text) in [
        ("a", format!("{address} did not answer")),
        ("b", format!("{address} did not answer a short while ago")),
        ("c", format!("{address} did not answer a short while ago")),
    ] {
        let error = downloader.download(&format!("http://{address}/{file}.proto"));
        let error = error.unwrap_err();
        assert!(
            matches!(error, DownloadError::Unreachable { .. }),
            "{error:?}"
        );
        assert_eq!(error.to_string(), text);
    }
    let connections = std::iter::from_fn(|| silent.accept().ok()).count();
    assert_eq!(connections, 1);
    // other hosts are asked
    downloader.download(&other.url("/a.txt")).unwrap();
}

#[test]
fn a_host_that_refuses_connections_is_named() {
    let closed = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = closed.local_addr().unwrap();
    drop(closed);
    let error = local(DownloadLimits::default()).download(&format!("http://{address}/a.proto"));
    assert_eq!(
        error.unwrap_err().to_string(),
        format!("{address} refused the connection")
    );
}

#[test]
fn an_error_status_is_an_error() {
    let server = Server::start(&[]);
    let error = local(DownloadLimits::default())
        .download(&server.url("/none"))
        .unwrap_err();
    assert!(matches!(error, DownloadError::Status(404)), "{error}");
}

#[test]
fn the_size_cap_holds_with_and_without_a_stated_length() {
    let unstated = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n123456789".to_owned();
    let server = Server::start(&[
        ("/stated", page("123456789")),
        ("/unstated", unstated),
        ("/fits", page("12345678")),
    ]);
    let limits = DownloadLimits {
        bytes: 8,
        ..DownloadLimits::default()
    };
    for path in ["/stated", "/unstated"] {
        let error = local(limits).download(&server.url(path)).unwrap_err();
        assert!(matches!(error, DownloadError::TooLarge(8)), "{error}");
    }
    local(limits).download(&server.url("/fits")).unwrap();
}

#[test]
fn all_downloads_of_a_world_have_limits_together() {
    let head = |length: &str| format!("HTTP/1.1 200 OK\r\n{length}Connection: close\r\n\r\n");
    let content = "x".repeat(200_000);
    let server = Server::start(&[
        ("/whole", page(&content)),
        ("/large", head("") + &content.repeat(2)),
        ("/broken", head("Content-Length: 200001\r\n") + &content),
    ]);
    let limits = DownloadLimits {
        bytes: 250_000,
        total_bytes: 500_000,
        ..DownloadLimits::default()
    };
    // what fails was received too
    for path in ["/whole", "/large", "/broken"] {
        let downloader = local(limits);
        let before = server.requests();
        let error = loop {
            match downloader.download(&server.url(path)) {
                Err(error @ DownloadError::Exhausted(_)) => break error,
                _ => assert!(server.requests() - before < 3, "{path}"),
            }
        };
        assert!(error.to_string().contains("their limit of"), "{error}");
        let asked = server.requests();
        downloader.download(&server.url(path)).unwrap_err();
        assert_eq!(server.requests(), asked, "{path}");
    }
    let few = local(DownloadLimits {
        count: 2,
        ..DownloadLimits::default()
    });
    few.download(&server.url("/whole")).unwrap();
    few.download(&server.url("/none")).unwrap_err();
    let error = few.download(&server.url("/whole")).unwrap_err();
    assert!(error.to_string().contains("limit of 2 files"), "{error}");
    let none = local(DownloadLimits {
        total_time: Duration::ZERO,
        ..DownloadLimits::default()
    });
    let error = none.download(&server.url("/whole")).unwrap_err();
    assert!(matches!(error, DownloadError::Exhausted(_)), "{error}");
}

#[test]
fn a_transfer_that_breaks_off_is_an_error() {
    let short = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\nConnection: close\r\n\r\nabc".to_owned();
    let server = Server::start(&[("/short", short)]);
    let error = local(DownloadLimits::default())
        .download(&server.url("/short"))
        .unwrap_err();
    assert!(matches!(error, DownloadError::Transfer(_)), "{error}");
}

#[test]
fn redirections_are_followed_up_to_the_cap() {
    let server = Server::start(&[
        ("/0", redirect("/1")),
        ("/1", redirect("/2")),
        ("/2", page("there")),
    ]);
    let with = |redirects| {
        local(DownloadLimits {
            redirects,
            ..DownloadLimits::default()
        })
    };
    assert_eq!(with(2).download(&server.url("/0")).unwrap(), b"there");
    let error = with(1).download(&server.url("/0")).unwrap_err();
    assert!(matches!(error, DownloadError::Redirects(1)), "{error}");
}

#[test]
fn the_public_downloader_asks_no_private_server_and_no_http() {
    let server = Server::start(&[("/a", page("secret"))]);
    let downloader = Downloader::new(DownloadLimits::default());
    let error = downloader.download(&server.url("/a")).unwrap_err();
    assert!(matches!(error, DownloadError::NotHttps), "{error}");
    for host in [
        "127.0.0.1",
        "localhost",
        "[::1]",
        "10.0.0.1",
        "[::ffff:7f00:1]",
    ] {
        let error = downloader
            .download(&format!("https://{host}:1/a"))
            .unwrap_err();
        assert!(
            matches!(error, DownloadError::Refused(_)),
            "{host}: {error}"
        );
    }
    assert_eq!(server.requests(), 0);
}

#[test]
fn a_redirection_does_not_lead_past_the_guard() {
    let server = Server::start(&[("/out", redirect("http://10.0.0.1/a"))]);
    let error = local(DownloadLimits::default())
        .download(&server.url("/out"))
        .unwrap_err();
    assert!(matches!(error, DownloadError::Refused(_)), "{error}");
}

#[test]
fn a_file_is_downloaded_once_and_then_served_offline() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&[("/X.proto", page("text"))]);
    let url = server.url("/X.proto");
    let online = FetchCache::online(Cache::new(folder.path()), local(DownloadLimits::default()));
    assert!(!online.is_cached(&url));
    for _ in 0..3 {
        assert_eq!(&*online.fetch(&url).unwrap(), b"text");
    }
    assert!(online.is_cached(&url));
    assert_eq!(server.requests(), 1);
    drop(server);
    let offline = FetchCache::offline(Cache::new(folder.path()));
    assert_eq!(&*offline.fetch(&url).unwrap(), b"text");
    assert_eq!(
        offline.fetch("https://x.org/other"),
        Err(FetchError::Offline)
    );
}

#[test]
fn a_cache_that_cannot_be_written_is_one_warning_and_files_still_arrive() {
    let folder = tempfile::tempdir().unwrap();
    // a file where the folder should be: not even root can write below it
    let taken = folder.path().join("taken");
    std::fs::write(&taken, "").unwrap();
    let server = Server::start(&[("/a", page("one")), ("/b", page("two"))]);
    let warnings = Arc::new(Mutex::new(Vec::new()));
    let downloader = local(DownloadLimits::default()).reporting({
        let warnings = warnings.clone();
        move |progress| {
            warnings
                .lock()
                .unwrap()
                .extend(progress.warning.map(str::to_owned));
        }
    });
    let web = FetchCache::online(Cache::new(taken.join("cache")), downloader);
    for _ in 0..2 {
        assert_eq!(&*web.fetch(&server.url("/a")).unwrap(), b"one");
        assert_eq!(&*web.fetch(&server.url("/b")).unwrap(), b"two");
    }
    assert_eq!(server.requests(), 2, "kept in memory");
    let warnings = warnings.lock().unwrap();
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(
        warnings[0].contains("taken/cache cannot be written"),
        "{warnings:?}"
    );
}

#[test]
fn without_a_folder_the_message_says_what_to_set() {
    let web = FetchCache::homeless();
    assert!(!web.is_cached("https://x.org/a"));
    let error = web.fetch("https://x.org/a").unwrap_err();
    assert!(error.to_string().contains("XDG_CACHE_HOME"), "{error}");
}

#[test]
fn a_failure_is_asked_for_once_and_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&[("/bad", status("500 Oops", "", ""))]);
    let web = FetchCache::online(Cache::new(folder.path()), local(DownloadLimits::default()));
    for _ in 0..3 {
        assert!(matches!(
            web.fetch(&server.url("/bad")),
            Err(FetchError::Failed(_))
        ));
    }
    assert_eq!(server.requests(), 1);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_world_reaches_protos_and_their_textures_over_the_web() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&[
        ("/kit/protos/X.proto", page("proto")),
        ("/kit/textures/t.png", page("image")),
    ]);
    let world = Location::file("/farm/worlds/field.wbt");
    let search = Search::with_web(
        SearchSettings::for_document(&world),
        MemoryStorage::new(),
        FetchCache::online(Cache::new(folder.path()), local(DownloadLimits::default())),
    );
    let proto = search
        .locate(&server.url("/kit/protos/X.proto"), &world, AssetKind::Proto)
        .unwrap();
    assert_eq!(&*search.read(&proto).unwrap(), b"proto");
    let texture = search
        .locate("../textures/t.png", &proto, AssetKind::Texture)
        .unwrap();
    assert_eq!(&*search.read(&texture).unwrap(), b"image");
    assert_eq!(server.requests(), 2);
    let error = search
        .locate("../textures/u.png", &proto, AssetKind::Texture)
        .unwrap_err();
    assert_eq!(
        error.reason,
        ResolveErrorReason::Download {
            message: "the server answered with status 404".into()
        }
    );
}
