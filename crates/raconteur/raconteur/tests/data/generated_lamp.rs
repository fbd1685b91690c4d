// Written by `raconteur generate` from example.lamp. Changes are lost when it is written again.

/// The name of the service definition.
pub const DEFINITION_NAME: &str = "example.lamp";
/// The text of the service definition.
pub const DEFINITION: &str = "service example.lamp\n\nstdver 0.9.2\n\nobject Lamp\n    ## From 0 to 1.\n    property double brightness\n    ## Power drawn, in watts.\n    wire double power [readonly]\nend\n";
///The service side of `example.lamp.Lamp`.
pub trait Lamp: ::core::convert::AsRef<
        LampMembers,
    > + ::core::marker::Send + ::core::marker::Sync + 'static {
    /// From 0 to 1.
    ///
    ///`property double brightness`
    #[allow(unused_variables)]
    fn brightness(
        &self,
        context: &::raconteur::service::Context,
    ) -> impl ::core::future::Future<
        Output = ::raconteur::Result<f64>,
    > + ::core::marker::Send {
        let value = ::core::convert::AsRef::<LampMembers>::as_ref(self).brightness.get();
        async move { ::core::result::Result::Ok(value) }
    }
    /// From 0 to 1.
    ///
    ///`property double brightness`
    #[allow(unused_variables)]
    fn set_brightness(
        &self,
        context: &::raconteur::service::Context,
        value: f64,
    ) -> impl ::core::future::Future<
        Output = ::raconteur::Result<()>,
    > + ::core::marker::Send {
        ::core::convert::AsRef::<LampMembers>::as_ref(self).brightness.set(value);
        async { ::core::result::Result::Ok(()) }
    }
    /// Whether a client may hold the object for itself for a while.
    fn has_monitor(&self) -> bool {
        false
    }
}
///The properties, events, pipes, wires and callbacks of [`Lamp`].
#[derive(Clone, Debug, Default)]
pub struct LampMembers {
    /// From 0 to 1.
    ///
    ///`property double brightness`
    pub brightness: ::raconteur::members::Property<f64>,
    /// Power drawn, in watts.
    ///
    ///`wire double power [readonly]`
    pub power: ::raconteur::members::Wire<f64>,
}
impl ::core::convert::AsRef<LampMembers> for LampMembers {
    fn as_ref(&self) -> &LampMembers {
        self
    }
}
///A [`Lamp`] that a node can serve.
#[derive(Clone)]
pub struct LampObject(::std::sync::Arc<dyn ::raconteur::service::Object>);
impl LampObject {
    /// The qualified type on the wire.
    pub const TYPE: &'static str = "example.lamp.Lamp";
    /// Takes the object.
    pub fn new(object: impl Lamp) -> Self {
        Self::shared(::std::sync::Arc::new(object))
    }
    /// Takes an object that is also held elsewhere.
    pub fn shared(object: ::std::sync::Arc<impl Lamp>) -> Self {
        Self(::std::sync::Arc::new(LampAdapter(object)))
    }
    /// A service of that name with this as its root object.
    pub fn service(
        self,
        name: impl ::core::convert::Into<::std::string::String>,
    ) -> ::raconteur::Result<::raconteur::service::Service> {
        let schema = ::raconteur::schema::Schema::parse(&[DEFINITION])?;
        ::core::result::Result::Ok(
            ::raconteur::service::Service::shared(name, schema, self.0),
        )
    }
}
impl ::core::fmt::Debug for LampObject {
    fn fmt(&self, formatter: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        formatter.write_str(self.0.type_name())
    }
}
impl ::core::convert::From<LampObject>
for ::std::sync::Arc<dyn ::raconteur::service::Object> {
    fn from(object: LampObject) -> Self {
        object.0
    }
}
impl ::core::convert::From<::std::sync::Arc<dyn ::raconteur::service::Object>>
for LampObject {
    /// Takes an object of a type that implements this one.
    fn from(object: ::std::sync::Arc<dyn ::raconteur::service::Object>) -> Self {
        Self(object)
    }
}
struct LampAdapter<T>(::std::sync::Arc<T>);
#[allow(
    unused_variables,
    unused_mut,
    clippy::match_single_binding,
    clippy::let_unit_value,
    clippy::unit_arg
)]
impl<T: Lamp> ::raconteur::service::Object for LampAdapter<T> {
    fn type_name(&self) -> &str {
        "example.lamp.Lamp"
    }
    fn get<'a>(
        &'a self,
        name: &'a str,
        context: &'a ::raconteur::service::Context,
    ) -> ::raconteur::service::BoxFuture<
        'a,
        ::raconteur::Result<::raconteur::value::Value>,
    > {
        match name {
            "brightness" => {
                ::std::boxed::Box::pin(async move {
                    Lamp::brightness(&*self.0, context)
                        .await
                        .map(::raconteur::value::IntoValue::into_value)
                })
            }
            _ => ::raconteur::generated::unknown(name),
        }
    }
    fn set<'a>(
        &'a self,
        name: &'a str,
        value: ::raconteur::value::Value,
        context: &'a ::raconteur::service::Context,
    ) -> ::raconteur::service::BoxFuture<'a, ::raconteur::Result<()>> {
        match name {
            "brightness" => {
                ::std::boxed::Box::pin(async move {
                    Lamp::set_brightness(&*self.0, context, value.to()?).await
                })
            }
            _ => ::raconteur::generated::unknown(name),
        }
    }
    fn call<'a>(
        &'a self,
        name: &'a str,
        arguments: ::std::vec::Vec<::raconteur::value::Value>,
        context: &'a ::raconteur::service::Context,
    ) -> ::raconteur::service::BoxFuture<
        'a,
        ::raconteur::Result<::raconteur::value::Value>,
    > {
        let mut arguments = ::raconteur::generated::Arguments::new(arguments);
        match name {
            _ => ::raconteur::generated::unknown(name),
        }
    }
    fn generate<'a>(
        &'a self,
        name: &'a str,
        arguments: ::std::vec::Vec<::raconteur::value::Value>,
        context: &'a ::raconteur::service::Context,
    ) -> ::raconteur::service::BoxFuture<
        'a,
        ::raconteur::Result<::std::boxed::Box<dyn ::raconteur::members::Generator>>,
    > {
        let mut arguments = ::raconteur::generated::Arguments::new(arguments);
        match name {
            _ => ::raconteur::generated::unknown(name),
        }
    }
    fn object<'a>(
        &'a self,
        name: &'a str,
        index: ::core::option::Option<&'a str>,
        context: &'a ::raconteur::service::Context,
    ) -> ::raconteur::service::BoxFuture<
        'a,
        ::raconteur::Result<::std::sync::Arc<dyn ::raconteur::service::Object>>,
    > {
        match name {
            _ => ::raconteur::generated::unknown(name),
        }
    }
    fn event(&self, name: &str) -> ::core::option::Option<::raconteur::members::Event> {
        match name {
            _ => ::core::option::Option::None,
        }
    }
    fn wire(&self, name: &str) -> ::core::option::Option<::raconteur::members::Wire> {
        match name {
            "power" => {
                ::core::option::Option::Some(
                    ::core::convert::AsRef::<LampMembers>::as_ref(&*self.0)
                        .power
                        .untyped(),
                )
            }
            _ => ::core::option::Option::None,
        }
    }
    fn pipe(&self, name: &str) -> ::core::option::Option<::raconteur::members::Pipe> {
        match name {
            _ => ::core::option::Option::None,
        }
    }
    fn callback(
        &self,
        name: &str,
    ) -> ::core::option::Option<::raconteur::members::Callback> {
        match name {
            _ => ::core::option::Option::None,
        }
    }
    fn memory(
        &self,
        name: &str,
    ) -> ::core::option::Option<::std::sync::Arc<dyn ::raconteur::members::Memory>> {
        match name {
            _ => ::core::option::Option::None,
        }
    }
    fn has_monitor(&self) -> bool {
        Lamp::has_monitor(&*self.0)
    }
}
///The client side of `example.lamp.Lamp`.
#[derive(Clone, Debug)]
pub struct LampClient(::raconteur::client::ObjectRef);
impl LampClient {
    /// The qualified type on the wire.
    pub const TYPE: &'static str = "example.lamp.Lamp";
    /// Takes an object; fails unless it is, or implements, this type.
    pub fn new(object: ::raconteur::client::ObjectRef) -> ::raconteur::Result<Self> {
        object.require_type(Self::TYPE)?;
        ::core::result::Result::Ok(Self(object))
    }
    /// Connects to a service whose root object is, or implements, this type.
    pub async fn connect(url: &str) -> ::raconteur::Result<Self> {
        Self::new(::raconteur::connect(url).await?.root())
    }
    /// The object without its types.
    pub fn untyped(&self) -> &::raconteur::client::ObjectRef {
        &self.0
    }
    /// From 0 to 1.
    ///
    ///`property double brightness`
    pub async fn brightness(&self) -> ::raconteur::Result<f64> {
        self.0.get("brightness").await
    }
    /// From 0 to 1.
    ///
    ///`property double brightness`
    pub async fn set_brightness(&self, value: f64) -> ::raconteur::Result<()> {
        self.0.set("brightness", value).await
    }
    /// Power drawn, in watts.
    ///
    ///`wire double power [readonly]`
    pub fn power(&self) -> ::raconteur::client::RemoteWire<f64> {
        ::raconteur::client::RemoteWire::new(&self.0, "power")
    }
}
