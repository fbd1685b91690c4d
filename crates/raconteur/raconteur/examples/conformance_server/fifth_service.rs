//! `com.robotraconteur.testing.TestService5.asynctestroot`: properties,
//! functions, generators and their failures.

use raconteur::members::TypedGenerator;
use raconteur::service::Context;
use raconteur::value::List;
use raconteur::{Error, ErrorCode, Result};

use crate::stored::Stored;
use crate::test_service5::{Asynctestexp, Asynctestroot, Teststruct4, Teststruct5};
use crate::values::expect;

#[derive(Default)]
pub struct Root {
    s1: Stored<String>,
    d2: Stored<Vec<f64>>,
    s2: Stored<List<String>>,
    s3: Stored<Teststruct4>,
}

impl Asynctestroot for Root {
    fixed!(d1, set_d1: f64 = 8.5515, 3.0819);
    stored!(s1, set_s1: String);
    stored!(d2, set_d2: Vec<f64>);
    stored!(s2, set_s2: List<String>);
    stored!(s3, set_s3: Teststruct4);

    async fn err(&self, _: &Context) -> Result<f64> {
        Err(Error::new(ErrorCode::InvalidArgument, "Test message 1"))
    }

    async fn set_err(&self, _: &Context, _: f64) -> Result<()> {
        Err(Error::new(ErrorCode::InvalidOperation, ""))
    }

    async fn f1(&self, _: &Context) -> Result<()> {
        Ok(())
    }

    async fn f2(&self, _: &Context, a: i32) -> Result<()> {
        expect("f2", a == 247)
    }

    async fn f3(&self, _: &Context, a: f64, b: f64) -> Result<i32> {
        Ok((a + b) as i32)
    }

    async fn f4(&self, _: &Context) -> Result<TypedGenerator<(), f64>> {
        Ok(TypedGenerator::from_items((0..4).map(f64::from)))
    }

    async fn f5(&self, _: &Context, a: f64) -> Result<TypedGenerator<f64, ()>> {
        let mut left = a;
        Ok(TypedGenerator::new(move |taken: f64| {
            left -= taken;
            let more = left >= 0.0;
            async move { Ok(more.then_some(())) }
        }))
    }

    async fn f6(&self, _: &Context, a: f64) -> Result<TypedGenerator<Teststruct5, Teststruct4>> {
        Ok(TypedGenerator::new(move |text: Teststruct5| async move {
            let length = text.a.len() as f64;
            Ok(Some(Teststruct4 { a: a + length }))
        }))
    }

    async fn err_func(&self, _: &Context) -> Result<()> {
        Err(Error::new(ErrorCode::InvalidOperation, ""))
    }

    async fn err_func2(&self, _: &Context) -> Result<f64> {
        Err(Asynctestexp::new(""))
    }

    async fn err_func3(&self, _: &Context) -> Result<TypedGenerator<(), f64>> {
        Err(Asynctestexp::new(""))
    }
}
