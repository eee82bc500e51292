//! Specs in the formats of serde: all are read and written as [`SpecValue`]s.

use std::fmt;

use glam::DVec3;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use voxnav_occupancy::{Baking, CellBox, CostFactor, Footprint, Heading, Layers, UnknownPolicy};
use voxnav_search::{Cost, Crouch, Fall, Jump, JumpReach, Locomotion, Reach, Swim};

use super::named::Named;
use super::{AgentSpec, LocomotionSpec, RouteSpec, SpecError, SpecValue};

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

    /// Writes what differs from what it is otherwise.
    fn put_other<T: PartialEq>(
        &mut self,
        name: &str,
        value: &T,
        usual: &T,
        written: impl FnOnce(&T) -> SpecValue,
    ) {
        if value != usual {
            self.put(name, written(value));
        }
    }

    fn done(self) -> SpecValue {
        SpecValue::Map(self.0)
    }
}

/// Returns a map with these fields.
fn map<const N: usize>(fields: [(&str, SpecValue); N]) -> SpecValue {
    SpecValue::Map(fields.map(|(name, value)| (name.into(), value)).into())
}

/// Writes an ability; not every format has a value for nothing.
fn ability<T: Into<SpecValue>>(ability: Option<T>) -> SpecValue {
    ability.map_or(SpecValue::Flag(false), Into::into)
}

fn fall(fall: &Fall) -> SpecValue {
    match fall {
        Fall::Table(costs) => SpecValue::List(costs.iter().map(|cost| (*cost).into()).collect()),
        Fall::PerCell(cost) => (*cost).into(),
        _ => SpecValue::Nothing,
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
    Cost => |cost| Self::Number(cost.length()),
    CostFactor => |factor| Self::Number(factor.factor()),
    Swim => |swim| map([("below", swim.below.into()), ("surface", swim.surface.into())]),
    Crouch => |crouch| map([("height", crouch.height.into()), ("factor", crouch.factor.into())]),
    Jump => |jump| map([
        ("gap", jump.gap.into()),
        ("rise", jump.rise.into()),
        ("arc", jump.arc.into()),
        ("cost", jump.cost.into()),
        ("compass", jump.compass.name().into()),
    ]),
    JumpReach => |reach| map([("gap", reach.gap.into()), ("rise", reach.rise.into())]),
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
        let CellBox { min, max } = body.offsets();
        map([("min", min.as_dvec3().into()), ("max", max.as_dvec3().into())])
    },
    &LocomotionSpec => |spec| {
        let able = &spec.locomotion;
        let turned = (able.up != Heading::Z).then_some(able.up);
        let up = spec.up.or(turned);
        let usual = &up.map_or_else(Locomotion::walker, |up| Locomotion::walker().with_up(up));
        let mut writer = Writer::default();
        writer.put_named("up", up);
        writer.put_other("support", &able.support, &usual.support, |it| it.name().into());
        writer.put_other("slope", &able.slope, &usual.slope, |it| ability(*it));
        writer.put_other("compass", &able.compass, &usual.compass, |it| it.name().into());
        writer.put_other("corners", &able.corners, &usual.corners, |it| it.name().into());
        writer.put_other("unknown", &able.unknown, &usual.unknown, |it| it.name().into());
        writer.put_other("body", &able.body, &usual.body, |it| (*it).into());
        writer.put_other("walk", &able.walk, &usual.walk, |it| ability(*it));
        writer.put_other("step_up", &able.step_up, &usual.step_up, |it| (*it).into());
        writer.put_other("step", &able.step, &usual.step, |it| (*it).into());
        writer.put_other("drop", &able.drop, &usual.drop, |it| (*it).into());
        writer.put_other("drop_into_liquid", &able.drop_into_liquid, &usual.drop_into_liquid, |it| (*it).into());
        writer.put_other("fall", &able.fall, &usual.fall, fall);
        writer.put_other("jump", &able.jump, &usual.jump, |it| ability(*it));
        writer.put_other("climb", &able.climb, &usual.climb, |it| ability(*it));
        writer.put_other("swim", &able.swim, &usual.swim, |it| ability(*it));
        writer.put_other("wading", &able.wading, &usual.wading, |it| it.name().into());
        writer.put_other("fly", &able.fly, &usual.fly, |it| ability(*it));
        writer.put_other("open_door", &able.open_door, &usual.open_door, |it| ability(*it));
        writer.put_other("hazards", &able.hazards, &usual.hazards, |it| it.name().into());
        writer.put_other("crouch", &able.crouch, &usual.crouch, |it| ability(*it));
        writer.put_other("material_costs", &able.material_costs, &usual.material_costs, |costs| {
            let written = costs.iter().map(|(material, by)| (material.number().to_string().into(), (*by).into()));
            Self::Map(written.collect())
        });
        writer.put_other("groups", &able.groups, &usual.groups, |it| (*it).into());
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
