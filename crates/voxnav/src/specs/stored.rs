//! Specs in the formats of serde: all are read and written as [`SpecValue`]s.

use std::fmt;

use glam::DVec3;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use voxnav_occupancy::{Baking, Footprint, Layers, UnknownPolicy};
use voxnav_search::{JumpReach, Reach};

use super::named::Named;
use super::{
    AgentSpec, CrouchSpec, FallSpec, JumpSpec, LocomotionSpec, Override, RouteSpec, SpecError,
    SpecValue, SwimSpec,
};

impl<'de> Deserialize<'de> for SpecValue {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        reader.deserialize_any(ValueVisitor)
    }
}

struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = SpecValue;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, a name, true, false, a list or fields")
    }

    fn visit_unit<E: Error>(self) -> Result<SpecValue, E> {
        Ok(SpecValue::Nothing)
    }

    fn visit_none<E: Error>(self) -> Result<SpecValue, E> {
        Ok(SpecValue::Nothing)
    }

    fn visit_some<D: Deserializer<'de>>(self, reader: D) -> Result<SpecValue, D::Error> {
        reader.deserialize_any(self)
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<SpecValue, E> {
        Ok(SpecValue::Flag(flag))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<SpecValue, E> {
        Ok(SpecValue::Whole(number))
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "no field takes a negative number"
    )]
    fn visit_i64<E: Error>(self, number: i64) -> Result<SpecValue, E> {
        let whole = u64::try_from(number).map(SpecValue::Whole);
        Ok(whole.unwrap_or(SpecValue::Number(number as f64)))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<SpecValue, E> {
        Ok(SpecValue::Number(number))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<SpecValue, E> {
        Ok(SpecValue::Text(text.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<SpecValue, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element()? {
            values.push(value);
        }
        Ok(SpecValue::List(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<SpecValue, A::Error> {
        let mut fields = Vec::new();
        while let Some(field) = map.next_entry()? {
            fields.push(field);
        }
        Ok(SpecValue::Map(fields))
    }
}

impl Serialize for SpecValue {
    fn serialize<S: Serializer>(&self, writer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Nothing => writer.serialize_none(),
            Self::Flag(flag) => writer.serialize_bool(*flag),
            Self::Whole(number) => writer.serialize_u64(*number),
            Self::Number(number) => writer.serialize_f64(*number),
            Self::Text(text) => writer.serialize_str(text),
            Self::List(list) => writer.collect_seq(list),
            Self::Map(fields) => {
                writer.collect_map(fields.iter().map(|(name, value)| (name, value)))
            }
        }
    }
}

/// Reads and writes specs by their values.
macro_rules! stored {
    ($($type:ty),+) => {$(
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
                Self::read(&SpecValue::deserialize(reader)?).map_err(D::Error::custom::<SpecError>)
            }
        }

        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, writer: S) -> Result<S::Ok, S::Error> {
                SpecValue::from(self).serialize(writer)
            }
        }
    )+};
}

stored!(AgentSpec, LocomotionSpec, RouteSpec);

/// The fields that are written.
#[derive(Default)]
struct Writer(Vec<(Box<str>, SpecValue)>);

impl Writer {
    fn put(&mut self, name: &str, value: impl Into<SpecValue>) {
        self.0.push((name.into(), value.into()));
    }

    /// Writes what is not left out.
    fn put_given<T: Into<SpecValue>>(&mut self, name: &str, value: Option<T>) {
        if let Some(value) = value {
            self.put(name, value);
        }
    }

    fn put_named<T: Named>(&mut self, name: &str, value: Option<T>) {
        self.put_given(name, value.map(Named::name));
    }

    fn put_ability<T: Into<SpecValue>>(&mut self, name: &str, value: Override<T>) {
        match value {
            Override::Keep => {}
            // Not every format has a value for nothing.
            Override::Remove => self.put(name, false),
            Override::Set(value) => self.put(name, value),
        }
    }

    fn done(self) -> SpecValue {
        SpecValue::Map(self.0)
    }
}

/// Makes values of plain types.
macro_rules! values {
    ($($type:ty => |$value:ident| $made:expr),+ $(,)?) => {$(
        impl From<$type> for SpecValue {
            fn from($value: $type) -> Self {
                $made
            }
        }
    )+};
}

values! {
    bool => |flag| Self::Flag(flag),
    f64 => |number| Self::Number(number),
    u8 => |number| Self::Whole(number.into()),
    u16 => |number| Self::Whole(number.into()),
    u64 => |number| Self::Whole(number),
    String => |text| Self::Text(text.into()),
    DVec3 => |vector| Self::List(vector.to_array().map(Self::Number).to_vec()),
    SwimSpec => |swim| {
        let mut writer = Writer::default();
        writer.put("below", swim.below);
        writer.put("surface", swim.surface);
        writer.done()
    },
    CrouchSpec => |crouch| {
        let mut writer = Writer::default();
        writer.put("height", crouch.height);
        writer.put("factor", crouch.factor);
        writer.done()
    },
    JumpSpec => |jump| {
        let mut writer = Writer::default();
        writer.put_given("gap", jump.gap);
        writer.put_given("rise", jump.rise);
        writer.put_given("arc", jump.arc);
        writer.put_given("cost", jump.cost);
        writer.put_named("compass", jump.compass);
        writer.done()
    },
    &FallSpec => |fall| match fall {
        FallSpec::PerCell(cost) => Self::Number(*cost),
        FallSpec::Table(costs) => Self::List(costs.iter().map(|cost| Self::Number(*cost)).collect()),
    },
    JumpReach => |reach| {
        let mut writer = Writer::default();
        writer.put("gap", reach.gap);
        writer.put("rise", reach.rise);
        writer.done()
    },
    &Reach => |reach| {
        let mut writer = Writer::default();
        writer.put("step", reach.step);
        writer.put("drop", reach.drop);
        writer.put("drop_into_liquid", reach.drop_into_liquid);
        writer.put_given("jump", reach.jump);
        writer.put_given("slope", reach.slope);
        writer.done()
    },
    Footprint => |body| {
        let mut writer = Writer::default();
        let offsets = body.offsets();
        writer.put("min", offsets.min.as_dvec3());
        writer.put("max", offsets.max.as_dvec3());
        writer.done()
    },
    &LocomotionSpec => |spec| {
        let mut writer = Writer::default();
        writer.put_named("preset", Some(spec.preset));
        writer.put_named("up", spec.up);
        writer.put_named("support", spec.support);
        writer.put_ability("slope", spec.slope);
        writer.put_named("compass", spec.compass);
        writer.put_named("corners", spec.corners);
        writer.put_named("unknown", spec.unknown);
        writer.put_given("body", spec.body);
        writer.put_ability("walk", spec.walk);
        writer.put_given("step_up", spec.step_up);
        writer.put_given("step", spec.step);
        writer.put_given("drop", spec.drop);
        writer.put_given("drop_into_liquid", spec.drop_into_liquid);
        writer.put_given("fall", spec.fall.as_ref());
        writer.put_ability("jump", spec.jump);
        writer.put_ability("climb", spec.climb);
        writer.put_ability("swim", spec.swim);
        writer.put_named("wading", spec.wading);
        writer.put_ability("fly", spec.fly);
        writer.put_ability("open_door", spec.open_door);
        writer.put_named("hazards", spec.hazards);
        writer.put_ability("crouch", spec.crouch);
        if !spec.material_costs.is_empty() {
            let costs = spec.material_costs.iter();
            let costs = costs.map(|(material, by)| (material.to_string().into(), Self::Number(*by)));
            writer.put("material_costs", Self::Map(costs.collect()));
        }
        writer.put_given("groups", spec.groups);
        writer.put_given("reach", spec.reach.as_ref());
        writer.done()
    },
    &AgentSpec => |spec| {
        let mut writer = Writer::default();
        writer.put("size", spec.size);
        if spec.unknown != UnknownPolicy::default() {
            writer.put_named("unknown", Some(spec.unknown));
        }
        if spec.layers != Layers::ALL {
            writer.put("layers", u64::from(spec.layers.0));
        }
        if spec.baking != Baking::default() {
            writer.put_named("baking", Some(spec.baking));
        }
        writer.put_given("ground", spec.ground.as_ref());
        writer.done()
    },
    &RouteSpec => |spec| {
        let mut writer = Writer::default();
        writer.put_named("algorithm", Some(spec.algorithm));
        writer.put_named("moves", Some(spec.moves));
        writer.put_named("corners", Some(spec.corners));
        writer.put_named("heuristic", Some(spec.heuristic));
        writer.put_named("ties", Some(spec.ties));
        writer.put("within", spec.within);
        writer.put("fewest_turns", spec.fewest_turns);
        writer.put_given("max_expanded", spec.max_expanded);
        writer.put_given("max_memory", spec.max_memory);
        writer.put_given("max_cost", spec.max_cost);
        writer.put_given("snap_start", spec.snap_start);
        writer.put_given("snap_goal", spec.snap_goal);
        writer.put("partial", spec.partial);
        writer.put_given("keep_away", spec.keep_away);
        writer.put("keep_away_weight", spec.keep_away_weight);
        writer.put("explain", spec.explain);
        writer.put("on_floor", spec.on_floor);
        writer.done()
    },
}
