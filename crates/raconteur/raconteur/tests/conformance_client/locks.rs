//! Users, object locks and monitors.

use std::time::Duration;

use raconteur::ErrorCode;
use raconteur::client::{LockKind, Session};

use crate::test_service1::{Sub1Client, Sub2Client, TestrootClient};
use crate::{Peer, code};

pub async fn check(peer: &Peer) {
    authentication(peer).await;
    object_locks(peer).await;
    monitor(peer).await;
}

async fn authentication(peer: &Peer) {
    for (user, password) in [("testuser1", "testpass1"), ("testuser2", "testpass2")] {
        let session = peer.log_in(user, password).await.unwrap();
        let root = TestrootClient::new(session.root()).unwrap();
        root.func3(2.2, 3.3).await.unwrap();
        session.disconnect().await;
    }
    let refused = peer.log_in("testuser2", "testpass1").await;
    assert_eq!(code(refused), Some(ErrorCode::AuthenticationError));
    // Without a user either the session or its first request is refused.
    let refused = match peer.try_connect("RobotRaconteurTestService_auth").await {
        Ok(session) => {
            let root = TestrootClient::new(session.root()).unwrap();
            code(root.func3(2.2, 3.3).await)
        }
        Err(error) => Some(error.code),
    };
    assert_eq!(refused, Some(ErrorCode::AuthenticationError));
}

/// A session with the object that is locked and one below it.
struct Visitor {
    session: Session,
    root: TestrootClient,
    object: Sub1Client,
    below: Sub2Client,
}

impl Visitor {
    async fn new(session: Session) -> Self {
        let root = TestrootClient::new(session.root()).unwrap();
        let object = root.o1().await.unwrap();
        let below = object.o2_1().await.unwrap();
        Visitor {
            session,
            root,
            object,
            below,
        }
    }

    async fn log_in(peer: &Peer, user: &str, password: &str) -> Self {
        Self::new(peer.log_in(user, password).await.unwrap()).await
    }

    async fn write(&self) {
        self.root.func3(2.2, 3.3).await.unwrap();
        self.object.set_d1(vec![1.0]).await.unwrap();
        self.below.set_data("Hello world".into()).await.unwrap();
    }

    async fn is_locked_out(&self) {
        self.root.func3(2.2, 3.3).await.unwrap();
        let refused = self.object.set_d1(vec![1.0]).await;
        assert_eq!(code(refused), Some(ErrorCode::ObjectLockedError));
        let refused = self.below.set_data("Hello world".into()).await;
        assert_eq!(code(refused), Some(ErrorCode::ObjectLockedError));
    }
}

async fn object_locks(peer: &Peer) {
    let one = Visitor::log_in(peer, "testuser1", "testpass1").await;
    let same_user = Visitor::log_in(peer, "testuser1", "testpass1").await;
    let other = Visitor::log_in(peer, "testuser2", "testpass2").await;
    for visitor in [&one, &same_user, &other] {
        visitor.write().await;
    }
    let lock = one.object.untyped();
    lock.lock(LockKind::User).await.unwrap();
    one.write().await;
    same_user.write().await;
    other.is_locked_out().await;
    lock.unlock().await.unwrap();
    other.write().await;

    // The lock ends with the last session of the user.
    lock.lock(LockKind::User).await.unwrap();
    same_user.session.disconnect().await;
    other.is_locked_out().await;
    one.session.disconnect().await;
    other.write().await;

    let one = Visitor::log_in(peer, "testuser1", "testpass1").await;
    let same_user = Visitor::log_in(peer, "testuser1", "testpass1").await;
    one.object.untyped().lock(LockKind::Session).await.unwrap();
    one.write().await;
    same_user.is_locked_out().await;
    other.is_locked_out().await;
    let boss = Visitor::log_in(peer, "testsuperuser", "superpass1").await;
    boss.object.untyped().unlock().await.unwrap();
    for visitor in [one, same_user, other, boss] {
        visitor.write().await;
        visitor.session.disconnect().await;
    }
}

async fn monitor(peer: &Peer) {
    let one = Visitor::new(peer.connect("RobotRaconteurTestService").await).await;
    let other = Visitor::new(peer.connect("RobotRaconteurTestService").await).await;
    let patience = Some(Duration::from_secs(10));
    one.object.untyped().monitor_enter(patience).await.unwrap();
    one.write().await;
    let refused = other.object.set_d1(vec![1.0]).await;
    assert_eq!(code(refused), Some(ErrorCode::InvalidOperation));
    one.object.untyped().monitor_exit().await.unwrap();
    other
        .object
        .untyped()
        .monitor_enter(patience)
        .await
        .unwrap();
    other.write().await;
    other.object.untyped().monitor_exit().await.unwrap();
    for visitor in [one, other] {
        visitor.session.disconnect().await;
    }
}
