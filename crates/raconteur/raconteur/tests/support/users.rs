//! Users and locks of the service `guarded`: `fox` may lock, `hen` may not.

use std::collections::BTreeMap;

use raconteur::client::{ConnectOptions, LockKind};
use raconteur::service::{PasswordFile, Security, Service};
use raconteur::{ErrorCode, Node};

use super::kinds;

pub const USERS: &str = "fox 5f4dcc3b5aa765d61d8327deb882cf99 objectlock\n\
     hen 5f4dcc3b5aa765d61d8327deb882cf99 _\n";

pub fn service() -> Service {
    Service::new("guarded", kinds::schema(), kinds::everything())
        .security(Security::require(PasswordFile::parse(USERS).unwrap()))
}

pub async fn users_and_locks(url: &str, kind: LockKind) {
    let node = Node::new("").unwrap();
    let login = |user: &str, password: &str| ConnectOptions::default().password(user, password);
    let wrong = node.connect_with(url, login("fox", "wrong")).await;
    assert_eq!(wrong.unwrap_err().code, ErrorCode::AuthenticationError);

    let nobody = node.connect(url).await;
    assert_eq!(nobody.unwrap_err().code, ErrorCode::AuthenticationError);

    let fox = node
        .connect_with(url, login("fox", "password"))
        .await
        .unwrap();
    let hen = node
        .connect_with(url, login("hen", "password"))
        .await
        .unwrap();
    hen.root().set("d", 1.0).await.unwrap();
    hen.log_out("hen").await.unwrap();
    let denied = hen.root().get::<f64>("d").await.unwrap_err();
    assert_eq!(denied.code, ErrorCode::AuthenticationError);
    let credentials = BTreeMap::from([("password".to_owned(), "password".into())]);
    hen.log_in("hen", credentials).await.unwrap();
    assert_eq!(hen.root().get::<f64>("d").await.unwrap(), 1.0);
    let (mine, theirs) = (
        fox.root().object("part").await.unwrap(),
        hen.root().object("part").await.unwrap(),
    );
    assert_eq!(
        theirs.lock(kind).await.unwrap_err().code,
        ErrorCode::ObjectLockedError
    );
    mine.lock(kind).await.unwrap();
    mine.set("label", "mine").await.unwrap();
    let locked = theirs.set("label", "theirs").await.unwrap_err();
    assert_eq!(locked.code, ErrorCode::ObjectLockedError);
    hen.root().set("d", 2.0).await.unwrap();
    mine.unlock().await.unwrap();
    theirs.set("label", "theirs").await.unwrap();
    mine.lock(LockKind::Session).await.unwrap();
    assert!(theirs.set("label", "theirs").await.is_err());
    fox.disconnect().await;
    // The end of the session gives the lock back, a moment later.
    let mut free = false;
    for _ in 0..100 {
        free = theirs.set("label", "free").await.is_ok();
        if free {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert!(free);
    hen.disconnect().await;
}
