//! `com.robotraconteur.testing.TestService1.testroot`: every member kind and
//! most data types.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use raconteur::members::{ArrayMemory, Memory, Pipe, Wire};
use raconteur::service::{Context, Object};
use raconteur::value::{FromValue, IntoValue, List, MultiDim, Value};
use raconteur::{Error, ErrorCode, Result};
use tokio::time::sleep;

use crate::objects::{Adder, Cabinet, First, Second};
use crate::stored::Stored;
use crate::structures::{
    array, list, named, numbers, one, ostruct, structure_given, structure_sent, texts,
};
use crate::test_service1::{
    Sub1Object, Sub2Object, Testexception1, Testroot, TestrootMembers, Teststruct1, Teststruct2,
};
use crate::test_service2::{Ostruct2, SubobjObject, Testexception3};
use crate::values::{expect, given, given_matrix, sent, sent_matrix};

const HUGE: i32 = 2_621_440;

/// What the client's callback adds to its parameters.
const EXTRA: f64 = 314.0 / 100.0;

pub struct Root {
    members: TestrootMembers,
    var1: Stored<Value>,
    var2: Stored<BTreeMap<i32, Value>>,
    o1: Sub1Object,
    o2: Cabinet<i32, Sub1Object>,
    o3: Cabinet<i32, Sub1Object>,
    o4: Cabinet<String, Sub1Object>,
    o6: Stored<i32>,
    acknowledged: Arc<AtomicBool>,
    m1: Arc<ArrayMemory<f64>>,
    m2: Arc<ArrayMemory<f64>>,
    m3: Arc<ArrayMemory<u8>>,
}

impl Root {
    /// Must be called within a runtime: pipes and wires are served by tasks.
    pub fn new() -> Self {
        let members = TestrootMembers::default();
        let acknowledged = Arc::new(AtomicBool::new(false));
        echo_with_acknowledgements(&members.p1, acknowledged.clone());
        members.p2.on_connect(|endpoint| {
            tokio::spawn(async move {
                while let Some(packet) = endpoint.recv().await {
                    sleep(Duration::from_millis(500)).await;
                    if packet.and_then(|packet| endpoint.send(packet)).is_err() {
                        break;
                    }
                }
            });
        });
        echo_wire(&members.w1);
        echo_wire(&members.w2);
        echo_wire(&members.w3);
        broadcast(&members);
        Root {
            members,
            var1: Stored::default(),
            var2: Stored::default(),
            o1: Sub1Object::new(First::default()),
            o2: Cabinet::default(),
            o3: Cabinet::default(),
            o4: Cabinet::default(),
            o6: Stored::default(),
            acknowledged,
            m1: Arc::new(ArrayMemory::new(given("m1", 0))),
            m2: Arc::new(zeros(vec![10; 5])),
            m3: Arc::new(zeros(vec![1024; 2])),
        }
    }
}

/// A memory full of zeros.
pub fn zeros<T: raconteur::value::ArrayItem + Default>(dims: Vec<u32>) -> ArrayMemory<T> {
    let count = dims.iter().map(|dim| *dim as usize).product();
    let items = vec![T::default(); count];
    ArrayMemory::multidimensional(MultiDim::new(dims, items).unwrap_or_default())
}

fn echo_with_acknowledgements(pipe: &Pipe<Vec<f64>>, acknowledged: Arc<AtomicBool>) {
    pipe.on_connect(move |endpoint| {
        endpoint.request_acks(true);
        let acks = endpoint.clone();
        let acknowledged = acknowledged.clone();
        tokio::spawn(async move {
            while acks.next_ack().await.is_some() {
                acknowledged.store(true, Ordering::Release);
            }
        });
        tokio::spawn(async move {
            while let Some(packet) = endpoint.recv().await {
                sleep(Duration::from_millis(500)).await;
                let mut next = Some(packet);
                while let Some(packet) = next {
                    if packet.and_then(|packet| endpoint.send(packet)).is_err() {
                        return;
                    }
                    next = endpoint.try_recv();
                }
            }
        });
    });
}

fn echo_wire<T: FromValue + IntoValue + Send + Sync + 'static>(wire: &Wire<T>) {
    wire.on_connect(|mut connection| {
        tokio::spawn(async move {
            while let Some((value, _)) = connection.next().await {
                if connection.send(value).is_err() {
                    break;
                }
            }
        });
    });
}

/// A hundred packets and values forty times a second.
fn broadcast(members: &TestrootMembers) {
    let pipe = members.broadcastpipe.clone();
    let wire = members.broadcastwire.clone();
    pipe.limit_backlog(Some(3));
    tokio::spawn(async move {
        loop {
            sleep(Duration::from_millis(25)).await;
            for number in 0..100 {
                let sent = pipe.broadcast(f64::from(number));
                if sent.and_then(|()| wire.send(f64::from(number))).is_err() {
                    return;
                }
            }
        }
    });
}

impl Testroot for Root {
    fn members(&self) -> &TestrootMembers {
        &self.members
    }

    fixed!(d1, set_d1: f64 = 12.345, 3.456);
    fixed!(d2, set_d2: Vec<f64> = given("d2", 0), sent::<f64>("d2", 0));
    fixed!(d3, set_d3: [f64; 16] = array(&given("d3", 0)), array::<f64, 16>(&sent("d3", 0)));
    fixed!(d4, set_d4: Vec<f64> = given("d4", 0), sent::<f64>("d4", 0));
    fixed!(d5, set_d5: MultiDim<f64> = given_matrix("d5"), sent_matrix("d5"));
    fixed!(d6, set_d6: MultiDim<f64> = given_matrix("d6"), sent_matrix("d6"));
    fixed!(s1, set_s1: f32 = 7.8573);
    fixed!(s2, set_s2: Vec<f32> = given("s2", 0));
    fixed!(i8_1, set_i8_1: i8 = -66, 45);
    fixed!(i8_2, set_i8_2: Vec<i8> = given("i8_2", 0), sent::<i8>("i8_2", 0));
    fixed!(u8_1, set_u8_1: u8 = 222, 232);
    fixed!(u8_2, set_u8_2: Vec<u8> = given("u8_2", 0), sent::<u8>("u8_2", 0));
    fixed!(u8_3, set_u8_3: MultiDim<u8> = given_matrix("u8_3"), sent_matrix("u8_3"));
    fixed!(i16_1, set_i16_1: i16 = -13428, 2387);
    fixed!(i16_2, set_i16_2: Vec<i16> = given("i16_2", 0), sent::<i16>("i16_2", 0));
    fixed!(u16_1, set_u16_1: u16 = 60981, 54732);
    fixed!(u16_2, set_u16_2: Vec<u16> = given("u16_2", 0), sent::<u16>("u16_2", 0));
    fixed!(i32_1, set_i32_1: i32 = 898_734, -9_837_284);
    fixed!(i32_2, set_i32_2: Vec<i32> = given("i32_2", 0), sent::<i32>("i32_2", 0));
    fixed!(i32_huge, set_i32_huge: Vec<i32> = (0..HUGE).collect(), (0..HUGE).map(|n| -n).collect::<Vec<_>>());
    fixed!(u32_1, set_u32_1: u32 = 547_919_123, 1_550_099_195);
    fixed!(u32_2, set_u32_2: Vec<u32> = given("u32_2", 0), sent::<u32>("u32_2", 0));
    fixed!(i64_1, set_i64_1: i64 = -1_357_833_931_563_696_072, 8_621_740_821_050_813_024);
    fixed!(i64_2, set_i64_2: Vec<i64> = given("i64_2", 0), sent::<i64>("i64_2", 0));
    fixed!(u64_1, set_u64_1: u64 = 13_389_861_970_863_644_378, 1_465_640_522_145_789_825);
    fixed!(u64_2, set_u64_2: Vec<u64> = given("u64_2", 0), sent::<u64>("u64_2", 0));
    fixed!(str1, set_str1: String = "Hello Client!".into(), "Hello Server!");
    fixed!(struct1, set_struct1: Teststruct1 = structure_given(), structure_sent());
    fixed!(struct2, set_struct2: Teststruct2 = numbers(given("struct2", 0)), numbers(sent("struct2", 0)));
    fixed!(struct3, set_struct3: Ostruct2 = ostruct(given("struct3", 0)), ostruct(sent("struct3", 0)));

    fixed!(is_d1, set_is_d1: BTreeMap<i32, f64> =
        BTreeMap::from([(9285, 1.643392e-01), (74822, 1.537133e+09), (4, 1.369505e-03)]),
        BTreeMap::from([(928, 4.074501e-07), (394_820, -4.535303e+05), (623, -2.956241e-20)]));
    fixed!(is_d2, set_is_d2: BTreeMap<String, f64> =
        BTreeMap::from([("testval1".into(), -1.079664e+16), ("testval2".into(), 2.224846)]),
        BTreeMap::from([("testval3".into(), 5.242474e+10), ("testval4".into(), 2.208636e+08)]));
    fixed!(is_d3, set_is_d3: BTreeMap<i32, Vec<f64>> =
        BTreeMap::from([(12, given("is_d3", 0)), (832, given("is_d3", 1))]),
        BTreeMap::from([(47, sent("is_d3", 0)), (324, sent("is_d3", 1))]));
    fixed!(is_d4, set_is_d4: BTreeMap<String, Vec<f64>> =
        BTreeMap::from([("testval1".into(), given("is_d4", 0)), ("testval2".into(), given("is_d4", 1))]),
        BTreeMap::from([("testval3".into(), sent("is_d4", 0)), ("testval4".into(), sent("is_d4", 1))]));
    fixed!(is_d5, set_is_d5: BTreeMap<i32, MultiDim<f64>> = one(564, given_matrix("is_d5")), one(328, sent_matrix("is_d5")));
    fixed!(is_d6, set_is_d6: BTreeMap<String, MultiDim<f64>> =
        one("testval1".into(), given_matrix("is_d6")), one("testval2".into(), sent_matrix("is_d6")));
    fixed!(is_str1, set_is_str1: BTreeMap<i32, String> = texts(&[(23, "Hello server")]), texts(&[(24, "Hello client")]));
    fixed!(is_str2, set_is_str2: BTreeMap<String, String> =
        named(&[("testval1", "Hello server")]), named(&[("testval2", "Hello client")]));
    fixed!(is_struct1, set_is_struct1: BTreeMap<i32, Teststruct2> =
        one(748, numbers(given("is_struct1", 0))), one(372, numbers(sent("is_struct1", 0))));
    fixed!(is_struct2, set_is_struct2: BTreeMap<String, Teststruct2> =
        one("testval1".into(), numbers(given("is_struct2", 0))), one("testval2".into(), numbers(sent("is_struct2", 0))));

    fixed!(list_d1, set_list_d1: List<f64> =
        List(given("list_d1", 0)), List(vec![4.074501e-07, -4.535303e+05, -2.956241e-20]));
    fixed!(list_d3, set_list_d3: List<Vec<f64>> =
        List(vec![given("list_d3", 0), given("list_d3", 1)]), List(vec![sent("list_d3", 0), sent("list_d3", 1)]));
    fixed!(list_d5, set_list_d5: List<MultiDim<f64>> =
        List(vec![given_matrix("list_d5")]), List(vec![sent_matrix("list_d5")]));
    fixed!(list_str1, set_list_str1: List<String> = list(&["Hello server"]), list(&["Hello client"]));
    fixed!(list_struct1, set_list_struct1: List<Teststruct2> =
        List(vec![numbers(given("list_struct1", 0))]), List(vec![numbers(sent("list_struct1", 0))]));

    stored!(var1, set_var1: Value);
    stored!(var2, set_var2: BTreeMap<i32, Value>);
    fixed!(var_num, set_var_num: Value = given::<i32>("var_num", 0).into(), Value::from(sent::<i32>("var_num", 0)));
    fixed!(var_str, set_var_str: Value = "Hello Client!".into(), Value::from("Hello Server!"));
    fixed!(var_struct, set_var_struct: Value =
        numbers(given("var_struct", 0)).into_value(), numbers(sent("var_struct", 0)).into_value());
    fixed!(var_vector, set_var_vector: Value =
        one(10, "Hello Client!".to_owned()).into_value(), one(11, "Hello Server!".to_owned()).into_value());
    fixed!(var_dictionary, set_var_dictionary: Value =
        named(&[("test1", "Hello Client!")]).into_value(), named(&[("test2", "Hello Server!")]).into_value());
    fixed!(var_list, set_var_list: Value = list(&["Hello Client!"]).into_value(), list(&["Hello Server!"]).into_value());
    fixed!(var_multidimarray, set_var_multidimarray: Value =
        given_matrix::<f64>("var_multidimarray").into_value(), sent_matrix::<f64>("var_multidimarray").into_value());

    async fn errtest(&self, _: &Context) -> Result<f64> {
        Err(Error::new(ErrorCode::OperationFailed, "This is a test"))
    }

    async fn set_errtest(&self, _: &Context, _: f64) -> Result<()> {
        Err(Error::new(ErrorCode::OperationFailed, "This is a test"))
    }

    fixed!(nulltest, set_nulltest: Option<Teststruct1> = None, None);

    async fn func1(&self, _: &Context) -> Result<()> {
        let event = self.members.ev1.clone();
        tokio::spawn(async move {
            sleep(Duration::from_secs(1)).await;
            event.fire(())
        });
        Ok(())
    }

    async fn func2(&self, _: &Context, d1: f64, d2: f64) -> Result<()> {
        let event = self.members.ev2.clone();
        tokio::spawn(async move {
            sleep(Duration::from_secs(1)).await;
            event.fire((d1, numbers(vec![d2])))
        });
        Ok(())
    }

    async fn func3(&self, _: &Context, d1: f64, d2: f64) -> Result<f64> {
        Ok(d1 + d2)
    }

    async fn meaning_of_life(&self, _: &Context) -> Result<i32> {
        Ok(42)
    }

    async fn func_errtest(&self, _: &Context) -> Result<()> {
        Err(Error::new(ErrorCode::OperationFailed, "This is a test"))
    }

    async fn func_errtest1(&self, _: &Context) -> Result<()> {
        Err(Error::new(ErrorCode::DataTypeError, "This is a test 1"))
    }

    async fn func_errtest2(&self, _: &Context) -> Result<()> {
        Err(Testexception1::new("This is a test 2"))
    }

    async fn func_errtest3(&self, _: &Context) -> Result<()> {
        Err(Testexception3::new("This is a test 3"))
    }

    async fn o1(&self, _: &Context) -> Result<Sub1Object> {
        Ok(self.o1.clone())
    }

    async fn o2(&self, _: &Context, index: i32) -> Result<Sub1Object> {
        let make = |index: &i32| Sub1Object::new(First::numbered(*index));
        Ok(self.o2.get(index, make))
    }

    async fn o3(&self, _: &Context, index: i32) -> Result<Sub1Object> {
        let make = |index: &i32| Sub1Object::new(First::numbered(*index));
        Ok(self.o3.get(index, make))
    }

    async fn o4(&self, _: &Context, index: &str) -> Result<Sub1Object> {
        let make = |index: &String| Sub1Object::new(First::named(index));
        Ok(self.o4.get(index.to_owned(), make))
    }

    async fn o5(&self, _: &Context) -> Result<SubobjObject> {
        Ok(SubobjObject::new(Adder))
    }

    async fn o6(&self, _: &Context) -> Result<Arc<dyn Object>> {
        Ok(match self.o6.get() {
            0 => Sub1Object::new(First::default()).into(),
            1 => Sub2Object::new(Second::default()).into(),
            _ => SubobjObject::new(Adder).into(),
        })
    }

    async fn o6_op(&self, context: &Context, op: i32) -> Result<()> {
        expect("o6_op", (0..=2).contains(&op))?;
        self.o6.set(op);
        context.release(&format!("{}.o6", context.path()))
    }

    async fn pipe_check_error(&self, _: &Context) -> Result<()> {
        if self.acknowledged.load(Ordering::Acquire) {
            return Ok(());
        }
        let message = "no packet was acknowledged";
        Err(Error::new(ErrorCode::OperationFailed, message))
    }

    async fn test_callbacks(&self, context: &Context) -> Result<()> {
        let client = context.endpoint();
        self.members.cb1.call(client, ()).await?;
        self.members.cb2.call(client, (739.2, 0.392)).await?;
        let sum = self.members.cb3.call(client, (34.0, 45.0)).await?;
        expect("cb3", sum == 34.0 + 45.0 + EXTRA)?;
        let answer = self.members.cb_meaning_of_life.call(client, ()).await?;
        expect("cb_meaning_of_life", answer == 42)?;
        let failure = self.members.cb_errtest.call(client, ()).await;
        expect("cb_errtest", failure.is_err())
    }

    memory!(m1);
    memory!(m2);
    memory!(m3);
}
