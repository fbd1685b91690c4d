//! `com.robotraconteur.testing.TestService3.testroot3`: pods, named arrays,
//! enumerations, complex numbers, truth values, generators, peek and poke.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use raconteur::members::{ArrayMemory, Generator, Memory, TypedGenerator};
use raconteur::service::{BoxFuture, Context};
use raconteur::value::{FromValue, IntoValue, List, MultiDim, Value};
use raconteur::{Error, ErrorCode, Result};

use crate::first_service::zeros;
use crate::objects::{Cabinet, third};
use crate::sequence::{pod, structure, transform, transform_matrix, transforms};
use crate::stored::Stored;
use crate::test_service1::{Sub3Object, Teststruct2};
use crate::test_service3::{
    Obj4, Obj4Object, Obj5, Obj5Members, Obj5Object, TestException4, Testenum1, Testpod1, Testpod2,
    Testroot3, Testroot3Members, Teststruct3, Transform, Vector3,
};
use crate::values::{complex, complex_matrix, expect, given, sent};

const PEEKED: i32 = 56_295_674;

pub struct Root {
    members: Testroot3Members,
    writeme: Stored<i32>,
    unknown_modifier: Stored<i32>,
    o4: Obj4Object,
    nolock_test: Obj5Object,
    d1: Stored<List<[f64; 6]>>,
    d2: Stored<List<Vec<f64>>>,
    d3: Stored<BTreeMap<i32, [f64; 6]>>,
    d4: Stored<BTreeMap<i32, Vec<f64>>>,
    d5: Stored<List<MultiDim<f64>>>,
    d6: Stored<BTreeMap<i32, MultiDim<f64>>>,
    c4: Stored<List<(f64, f64)>>,
    c6: Stored<List<MultiDim<(f64, f64)>>>,
    c10: Stored<List<(f32, f32)>>,
    c11: Stored<List<Vec<(f32, f32)>>>,
    c12: Stored<List<MultiDim<(f32, f32)>>>,
    readmem: Arc<ArrayMemory<f64>>,
    pod_m1: Arc<ArrayMemory<Testpod2>>,
    pod_m2: Arc<ArrayMemory<Testpod2>>,
    namedarray_m1: Arc<ArrayMemory<Transform>>,
    namedarray_m2: Arc<ArrayMemory<Transform>>,
    c_m1: Arc<ArrayMemory<(f64, f64)>>,
    c_m2: Arc<ArrayMemory<(f64, f64)>>,
    c_m3: Arc<ArrayMemory<(f64, f64)>>,
    c_m4: Arc<ArrayMemory<(f64, f64)>>,
    c_m5: Arc<ArrayMemory<bool>>,
    c_m6: Arc<ArrayMemory<bool>>,
}

fn line<T: raconteur::value::ArrayItem + Default>(count: usize) -> Arc<ArrayMemory<T>> {
    Arc::new(ArrayMemory::new(vec![T::default(); count]))
}

fn square<T: raconteur::value::ArrayItem + Default>(size: u32) -> Arc<ArrayMemory<T>> {
    Arc::new(zeros(vec![size, size]))
}

impl Root {
    /// Must be called within a runtime: the peeked wire is kept fresh by a task.
    pub fn new() -> Self {
        let members = Testroot3Members::default();
        let peeked = members.peekwire.clone();
        tokio::spawn(async move {
            while peeked.send(PEEKED).is_ok() {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        });
        Root {
            members,
            writeme: Stored::default(),
            unknown_modifier: Stored::default(),
            o4: Obj4Object::new(Fourth::default()),
            nolock_test: Obj5Object::new(Fifth::new()),
            d1: Stored::default(),
            d2: Stored::default(),
            d3: Stored::default(),
            d4: Stored::default(),
            d5: Stored::default(),
            d6: Stored::default(),
            c4: Stored::default(),
            c6: Stored::default(),
            c10: Stored::default(),
            c11: Stored::default(),
            c12: Stored::default(),
            readmem: line(100),
            pod_m1: line(1024),
            pod_m2: square(3),
            namedarray_m1: line(512),
            namedarray_m2: square(10),
            c_m1: line(100),
            c_m2: square(3),
            c_m3: line(100),
            c_m4: square(3),
            c_m5: line(512),
            c_m6: square(10),
        }
    }
}

/// Details that go with an error.
fn details(first: i32, second: &str) -> Value {
    let parts = [
        ("param1".to_owned(), Value::from(first)),
        ("param2".to_owned(), Value::from(second)),
    ];
    BTreeMap::from(parts).into_value()
}

fn matrix<T>(dims: [u32; 2], items: Vec<T>) -> MultiDim<T> {
    MultiDim::new(dims.into(), items).unwrap_or_default()
}

/// Adds its turn to every number it is given, eight times.
#[derive(Default)]
struct Counting {
    turn: u8,
    aborted: bool,
}

impl Generator for Counting {
    fn next(&mut self, input: Value) -> BoxFuture<'_, Result<Value>> {
        Box::pin(async move {
            if self.aborted {
                return Err(Error::new(ErrorCode::OperationAborted, "aborted"));
            }
            if self.turn >= 8 {
                return Err(Error::stop_iteration());
            }
            let numbers = Vec::<u8>::from_value(input)?;
            let turn = self.turn;
            self.turn += 1;
            let added = numbers.into_iter().map(|number| number.wrapping_add(turn));
            Ok(added.collect::<Vec<u8>>().into_value())
        })
    }

    fn abort(&mut self) -> BoxFuture<'_, Result<()>> {
        self.aborted = true;
        Box::pin(async { Ok(()) })
    }

    fn close(&mut self) -> BoxFuture<'_, Result<()>> {
        self.turn = 8;
        Box::pin(async { Ok(()) })
    }
}

impl Testroot3 for Root {
    fn members(&self) -> &Testroot3Members {
        &self.members
    }

    async fn readme(&self, _: &Context) -> Result<i32> {
        Ok(self.writeme.get())
    }

    async fn set_writeme(&self, _: &Context, value: i32) -> Result<()> {
        self.writeme.set(value);
        Ok(())
    }

    stored!(unknown_modifier, set_unknown_modifier: i32);

    memory!(readmem);

    async fn o4(&self, _: &Context) -> Result<Obj4Object> {
        Ok(self.o4.clone())
    }

    fixed!(testenum1_prop, set_testenum1_prop: Testenum1 = Testenum1::Anothervalue, Testenum1::Hexval1);
    fixed!(testpod1_prop, set_testpod1_prop: Testpod1 = pod(563_921_043), pod(85_932_659));

    async fn testpod1_func1(&self, _: &Context, s: Testpod1) -> Result<()> {
        expect("testpod1_func1", s == pod(29_546_592))
    }

    async fn testpod1_func2(&self, _: &Context) -> Result<Testpod1> {
        Ok(pod(95_836_295))
    }

    fixed!(teststruct3_prop, set_teststruct3_prop: Teststruct3 = structure(16_483_675), structure(858_362));

    memory!(pod_m1);
    memory!(pod_m2);

    async fn gen_func1(&self, _: &Context) -> Result<TypedGenerator<(), f64>> {
        Ok(TypedGenerator::from_items((0..16).map(f64::from)))
    }

    async fn gen_func2(&self, _: &Context, name: String) -> Result<TypedGenerator<(), Vec<u8>>> {
        expect("gen_func2", name == "gen_func2_a_param")?;
        Ok(TypedGenerator::from_items(
            (0..16).map(|number| vec![number]),
        ))
    }

    async fn gen_func3(&self, _: &Context, name: String) -> Result<TypedGenerator<Vec<u8>, ()>> {
        expect("gen_func3", name == "gen_func3_a_param")?;
        let mut turns = 0;
        Ok(TypedGenerator::new(move |_: Vec<u8>| {
            turns += 1;
            async move { Ok((turns <= 8).then_some(())) }
        }))
    }

    async fn gen_func4(&self, _: &Context) -> Result<TypedGenerator<Vec<u8>, Vec<u8>>> {
        Ok(TypedGenerator::from_generator(Counting::default()))
    }

    async fn gen_func5(&self, _: &Context) -> Result<TypedGenerator<Teststruct2, Teststruct2>> {
        Ok(TypedGenerator::new(|value: Teststruct2| async {
            Ok(Some(value))
        }))
    }

    stored!(d1, set_d1: List<[f64; 6]>);
    stored!(d2, set_d2: List<Vec<f64>>);
    stored!(d3, set_d3: BTreeMap<i32, [f64; 6]>);
    stored!(d4, set_d4: BTreeMap<i32, Vec<f64>>);
    stored!(d5, set_d5: List<MultiDim<f64>>);
    stored!(d6, set_d6: BTreeMap<i32, MultiDim<f64>>);

    fixed!(testnamedarray1, set_testnamedarray1: Vector3 =
        transform(74_637).translation, transform(3_956_378).translation);
    fixed!(testnamedarray2, set_testnamedarray2: Transform = transform(1294), transform(827_635));
    fixed!(testnamedarray3, set_testnamedarray3: Vec<Transform> = transforms(8, 837_512), transforms(6, 19_274));
    fixed!(testnamedarray4, set_testnamedarray4: MultiDim<Transform> =
        transform_matrix(7, 2, 66_134), transform_matrix(5, 2, 6385));
    fixed!(testnamedarray5, set_testnamedarray5: MultiDim<Transform> =
        transform_matrix(3, 2, 773_142), transform_matrix(3, 2, 7732));

    memory!(namedarray_m1);
    memory!(namedarray_m2);

    fixed!(c1, set_c1: (f64, f64) = (5.708705e+01, -2.328294e-03), (5.708705e+01, -2.328294e-03));
    fixed!(c2, set_c2: Vec<(f64, f64)> = complex(&given::<f64>("c2", 0)), complex(&sent::<f64>("c2", 0)));
    fixed!(c3, set_c3: MultiDim<(f64, f64)> = complex_matrix("c3", "get"), complex_matrix("c3", "set"));
    stored!(c4, set_c4: List<(f64, f64)>);
    fixed!(c5, set_c5: List<Vec<(f64, f64)>> = List(vec![complex(&given::<f64>("c5", 0))]), List(vec![complex(&sent::<f64>("c5", 0))]));
    stored!(c6, set_c6: List<MultiDim<(f64, f64)>>);
    fixed!(c7, set_c7: (f32, f32) = (-5.527021e-18, -9.848457e+03), (9.303345e-12, -3.865684e-05));
    fixed!(c8, set_c8: Vec<(f32, f32)> = complex(&given("c8", 0)), complex(&sent("c8", 0)));
    fixed!(c9, set_c9: MultiDim<(f32, f32)> = complex_matrix("c9", "get"), complex_matrix("c9", "set"));
    stored!(c10, set_c10: List<(f32, f32)>);
    stored!(c11, set_c11: List<Vec<(f32, f32)>>);
    stored!(c12, set_c12: List<MultiDim<(f32, f32)>>);

    fixed!(b1, set_b1: bool = true, true);
    fixed!(b2, set_b2: Vec<bool> = vec![true, false, true, true, false, true, false],
        vec![true, false, false, true, true, true, false, true]);
    fixed!(b3, set_b3: MultiDim<bool> =
        matrix([2, 2], vec![false, true, true, false]), matrix([2, 1], vec![true, false]));
    fixed!(b4, set_b4: List<bool> = List(vec![true]), List(vec![true]));
    fixed!(b5, set_b5: List<Vec<bool>> =
        List(vec![vec![false, true, false, false]]), List(vec![vec![true, false]]));
    fixed!(b6, set_b6: List<MultiDim<bool>> =
        List(vec![matrix([2, 2], vec![false, true, true, false])]), List(vec![matrix([2, 1], vec![true, false])]));

    memory!(c_m1);
    memory!(c_m2);
    memory!(c_m3);
    memory!(c_m4);
    memory!(c_m5);
    memory!(c_m6);

    async fn nolock_test(&self, _: &Context) -> Result<Obj5Object> {
        Ok(self.nolock_test.clone())
    }

    async fn test_exception_params1(&self, _: &Context) -> Result<()> {
        let error = Error::new(ErrorCode::InvalidOperation, "test error");
        Err(error.with_details("my_error", Some(details(10, "20"))))
    }

    async fn test_exception_params2(&self, _: &Context) -> Result<()> {
        let error = TestException4::new("test error2");
        Err(error.with_details("my_error2", Some(details(30, "40"))))
    }

    async fn enum_generator1(&self, _: &Context) -> Result<TypedGenerator<(), Testenum1>> {
        let values = [
            Testenum1::Value1,
            Testenum1::Anothervalue,
            Testenum1::Hexval1,
        ];
        Ok(TypedGenerator::from_items(values.into_iter()))
    }

    async fn enum_generator2(
        &self,
        _: &Context,
        a: i32,
        b: i32,
    ) -> Result<TypedGenerator<Testenum1, Testenum1>> {
        let mut turns = a.saturating_add(b);
        Ok(TypedGenerator::new(move |value: Testenum1| {
            turns -= 1;
            async move { Ok((turns >= 0).then_some(value)) }
        }))
    }
}

#[derive(Default)]
struct Fourth {
    s_ind: Stored<String>,
    i_ind: Stored<i32>,
    data: Stored<String>,
    by_text: Cabinet<String, Sub3Object>,
}

impl Obj4 for Fourth {
    stored!(s_ind, set_s_ind: String);
    stored!(i_ind, set_i_ind: i32);
    stored!(data, set_data: String);

    async fn o3_1(&self, _: &Context, index: &str) -> Result<Sub3Object> {
        Ok(self.by_text.get(index.to_owned(), |index| third(index)))
    }
}

/// The object that is locked for everybody.
struct Fifth {
    members: Obj5Members,
    p1: Stored<f64>,
    p2: Stored<f64>,
    p3: Stored<f64>,
    m1: Arc<ArrayMemory<i32>>,
    m2: Arc<ArrayMemory<i32>>,
    m3: Arc<ArrayMemory<i32>>,
}

impl Fifth {
    fn new() -> Self {
        Fifth {
            members: Obj5Members::default(),
            p1: Stored::default(),
            p2: Stored::default(),
            p3: Stored::default(),
            m1: line(100),
            m2: line(100),
            m3: line(100),
        }
    }
}

impl Obj5 for Fifth {
    fn members(&self) -> &Obj5Members {
        &self.members
    }

    stored!(p1, set_p1: f64);
    stored!(p2, set_p2: f64);
    stored!(p3, set_p3: f64);

    async fn f1(&self, _: &Context) -> Result<i32> {
        Ok(10)
    }

    async fn f2(&self, _: &Context) -> Result<i32> {
        Ok(11)
    }

    memory!(m1);
    memory!(m2);
    memory!(m3);
}
