//! Where energy came from and where it went.

use crate::job::Scope;
use crate::members::Members;
use crate::names::name_of;
use foxden_scene::NodeId;
use raconteur::value::{List, Record};

/// The account of a robot or charger.
struct Account {
    name: String,
    node: NodeId,
    is_charger: bool,
    start: f64,
    received: f64,
    given: f64,
    lost: f64,
    written: f64,
    stored: f64,
}

impl From<Account> for Record {
    fn from(account: Account) -> Self {
        Record::new("foxden.world.EnergyAccount")
            .with("name", account.name)
            .with("node_id", account.node.number())
            .with("is_charger", account.is_charger)
            .with("start", account.start)
            .with("received", account.received)
            .with("given", account.given)
            .with("lost", account.lost)
            .with("written", account.written)
            .with("stored", account.stored)
    }
}

/// Accounts of all chargers and of robots with a battery.
fn accounts(scope: &mut Scope<'_>) -> List<Record> {
    scope.names();
    let (world, names) = (&scope.run.world, &scope.state.names);
    let chargers = world.chargers().filter_map(|charger| {
        let ledger = world.charger_ledger(charger)?;
        let node = world.charger_node(charger)?;
        Some(Account {
            name: name_of(&names.chargers, node)?.to_string(),
            node,
            is_charger: true,
            start: ledger.start,
            received: ledger.drawn,
            given: ledger.given,
            lost: ledger.lost,
            written: ledger.written,
            stored: world.charger_energy(charger)?,
        })
    });
    let robots = world.robots().filter_map(|(index, robot)| {
        let ledger = world.robot_ledger(index)?;
        Some(Account {
            name: name_of(&names.robots, robot.node())?.to_string(),
            node: robot.node(),
            is_charger: false,
            start: ledger.start,
            received: ledger.received,
            given: ledger.computer + ledger.motors,
            lost: 0.0,
            written: ledger.written,
            stored: world.robot_energy(index)?,
        })
    });
    List(chargers.chain(robots).map(Record::from).collect())
}

impl Members {
    /// Adds the ledger of energy.
    pub(super) fn read_energy(self) -> Self {
        self.query("getf_energy", |scope, (): ()| Ok(accounts(scope)))
    }
}
