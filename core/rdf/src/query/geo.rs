//! GeoSPARQL 1.1 functions (OGC 22-047r1) for points and areas in WKT.
//!
//! Distances are measured on the sphere, and areas use the plane of longitude and latitude. Each
//! function takes time proportional to the size of its arguments, and counts this time.

#[cfg(test)]
mod tests;

use spareval::QueryEvaluator;

use super::limits;
use crate::{Literal, NamedNode, Term};

/// The prefix of the function names.
const FUNCTIONS: &str = "http://www.opengis.net/def/function/geosparql/";

const WKT: &str = "http://www.opengis.net/ont/geosparql#wktLiteral";

/// The mean radius of the earth in metres (IUGG).
const RADIUS: f64 = 6_371_008.8;

/// The maximum length of a WKT literal, in bytes.
const LONGEST: usize = 4 << 20;

/// The maximum ratio between the memory use of two geometries and the length of their text.
const SPREAD: usize = 32;

/// The number of steps to count for each byte of a geometry, relative to a byte that is only read.
const DEAR: usize = 8;

/// The units in metres. Angles are measured at the centre of the sphere.
const UNITS: &[(&str, f64)] = &[
    ("http://www.opengis.net/def/uom/OGC/1.0/metre", 1.0),
    ("http://www.opengis.net/def/uom/OGC/1.0/meter", 1.0),
    ("http://www.opengis.net/def/uom/OGC/1.0/kilometre", 1_000.0),
    ("http://www.opengis.net/def/uom/OGC/1.0/kilometer", 1_000.0),
    ("http://www.opengis.net/def/uom/OGC/1.0/degree", RADIUS * std::f64::consts::PI / 180.0),
    ("http://www.opengis.net/def/uom/OGC/1.0/radian", RADIUS),
    ("http://www.opengis.net/def/uom/EPSG/0/9001", 1.0),
    ("http://www.opengis.net/def/uom/EPSG/0/9002", 0.304_8),
    ("http://www.opengis.net/def/uom/EPSG/0/9030", 1_852.0),
    ("http://www.opengis.net/def/uom/EPSG/0/9036", 1_000.0),
    ("http://www.opengis.net/def/uom/EPSG/0/9093", 1_609.344),
    ("http://qudt.org/vocab/unit/M", 1.0),
    ("http://qudt.org/vocab/unit/KiloM", 1_000.0),
    ("http://qudt.org/vocab/unit/MI", 1_609.344),
    ("http://qudt.org/vocab/unit/MI_N", 1_852.0),
    ("http://qudt.org/vocab/unit/FT", 0.304_8),
    ("http://qudt.org/vocab/unit/YD", 0.914_4),
];

type Function = fn(&[Term]) -> Option<Term>;

/// Adds the functions to an evaluator.
pub(super) fn add(evaluator: QueryEvaluator) -> QueryEvaluator {
    let functions: [(&str, Function); 8] = [
        ("distance", distance),
        ("metricDistance", metric_distance),
        ("sfWithin", |two| is_within(two.first()?, two.get(1)?)),
        ("sfContains", |two| is_within(two.get(1)?, two.first()?)),
        ("sfIntersects", |two| meet(two, |side| side != Side::Outside)),
        ("sfDisjoint", |two| meet(two, |side| side == Side::Outside)),
        ("sfTouches", |two| meet(two, |side| side == Side::Border)),
        ("sfEquals", equal),
    ];
    functions.into_iter().fold(evaluator, |evaluator, (name, function)| {
        let name = NamedNode::new_unchecked([FUNCTIONS, name].concat());
        evaluator.with_custom_function(name, function)
    })
}

/// A point, as longitude and latitude in degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Point {
    longitude: f64,
    latitude: f64,
}

#[derive(Clone, Debug, PartialEq)]
enum Geometry {
    Point(Point),
    /// Polygons, each a list of rings. A point is in a polygon if it is within an odd number of the
    /// rings.
    Area(Vec<Vec<Vec<Point>>>),
}

/// The position of a point relative to a geometry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Inside,
    Border,
    Outside,
}

fn distance(arguments: &[Term]) -> Option<Term> {
    let [left, right, unit] = arguments else { return None };
    let unit = match unit {
        Term::NamedNode(unit) => unit.as_str(),
        Term::Literal(unit) => unit.value(),
        Term::BlankNode(_) => return None,
    };
    let (_, metres) = UNITS.iter().find(|(name, _)| *name == unit)?;
    Some(Literal::from(metres_between(left, right)? / metres).into())
}

fn metric_distance(arguments: &[Term]) -> Option<Term> {
    let [left, right] = arguments else { return None };
    Some(Literal::from(metres_between(left, right)?).into())
}

/// Returns the distance between two points on the sphere (haversine formula).
fn metres_between(left: &Term, right: &Term) -> Option<f64> {
    let (Geometry::Point(left), Geometry::Point(right)) = (place(left)?, place(right)?) else {
        return None;
    };
    let half_sine = |degrees: f64| (degrees.to_radians() / 2.0).sin();
    let down = half_sine(right.latitude - left.latitude);
    let along = half_sine(right.longitude - left.longitude);
    let parallels = left.latitude.to_radians().cos() * right.latitude.to_radians().cos();
    let chord = (down * down + parallels * along * along).clamp(0.0, 1.0);
    Some(2.0 * RADIUS * chord.sqrt().asin())
}

fn is_within(inner: &Term, outer: &Term) -> Option<Term> {
    let within = match (place(inner)?, place(outer)?) {
        (Geometry::Point(point), outer) => outer.side(point) == Side::Inside,
        (Geometry::Area(_), Geometry::Point(_)) => false,
        (Geometry::Area(_), Geometry::Area(_)) => return None,
    };
    Some(Literal::from(within).into())
}

/// Compares two geometries, one of which must be a point.
fn meet(two: &[Term], holds: fn(Side) -> bool) -> Option<Term> {
    let [left, right] = two else { return None };
    let side = match (place(left)?, place(right)?) {
        (Geometry::Point(point), other) | (other, Geometry::Point(point)) => other.side(point),
        (Geometry::Area(_), Geometry::Area(_)) => return None,
    };
    Some(Literal::from(holds(side)).into())
}

fn equal(two: &[Term]) -> Option<Term> {
    let [left, right] = two else { return None };
    let equal = match (place(left)?, place(right)?) {
        (Geometry::Area(left), Geometry::Area(right)) if left != right => return None,
        (left, right) => left == right,
    };
    Some(Literal::from(equal).into())
}

impl Geometry {
    fn side(&self, point: Point) -> Side {
        let polygons = match self {
            Geometry::Point(other) if *other == point => return Side::Inside,
            Geometry::Point(_) => return Side::Outside,
            Geometry::Area(polygons) => polygons,
        };
        let mut side = Side::Outside;
        for rings in polygons {
            let mut within = false;
            for ring in rings {
                match side_of_ring(ring, point) {
                    Side::Border => return Side::Border,
                    Side::Inside => within = !within,
                    Side::Outside => {}
                }
            }
            if within {
                side = Side::Inside;
            }
        }
        side
    }
}

fn side_of_ring(ring: &[Point], point: Point) -> Side {
    let (x, y) = (point.longitude, point.latitude);
    let mut within = false;
    for edge in ring.windows(2) {
        let [from, to] = edge else { continue };
        let (from_x, from_y) = (from.longitude - x, from.latitude - y);
        let (to_x, to_y) = (to.longitude - x, to.latitude - y);
        // Twice the area of the triangle formed by the edge and the point.
        let turn = from_x * to_y - to_x * from_y;
        let beside = from_x.min(to_x) <= 0.0 && from_x.max(to_x) >= 0.0;
        let level = from_y.min(to_y) <= 0.0 && from_y.max(to_y) >= 0.0;
        if turn == 0.0 && beside && level {
            return Side::Border;
        }
        // A line from the point to the east crosses the edge.
        if (from_y > 0.0) != (to_y > 0.0) && (turn > 0.0) == (to_y > from_y) {
            within = !within;
        }
    }
    if within { Side::Inside } else { Side::Outside }
}

/// Returns the geometry of a literal. Returns `None` if the literal is not a geometry, or if its
/// type or reference system is unknown.
fn place(term: &Term) -> Option<Geometry> {
    let Term::Literal(literal) = term else { return None };
    if literal.datatype().as_str() != WKT {
        return None;
    }
    let text = literal.value();
    if text.len() > LONGEST {
        limits::refuse("the text of a geometry is too long");
    }
    limits::read(text.len().saturating_mul(DEAR));
    limits::pass(text.len().saturating_mul(SPREAD));
    let mut text = text.trim_start();
    let mut turned = false;
    if let Some(rest) = text.strip_prefix('<') {
        let (system, rest) = rest.split_once('>')?;
        turned = match system {
            "http://www.opengis.net/def/crs/OGC/1.3/CRS84" => false,
            // This system uses latitude first.
            "http://www.opengis.net/def/crs/EPSG/0/4326" => true,
            _ => return None,
        };
        text = rest;
    }
    Reader { rest: text, turned }.place()
}

/// A parser for Well-Known Text (OGC 06-103r4, clause 7).
struct Reader<'a> {
    rest: &'a str,
    turned: bool,
}

impl<'a> Reader<'a> {
    fn place(mut self) -> Option<Geometry> {
        let word = self.word();
        // Heights and measures are parsed and ignored.
        let dimensions = self.word();
        if !["", "Z", "M", "ZM"].iter().any(|known| dimensions.eq_ignore_ascii_case(known)) {
            return None;
        }
        let place = if word.eq_ignore_ascii_case("POINT") {
            self.expect('(')?;
            let point = self.point()?;
            self.expect(')')?;
            Geometry::Point(point)
        } else if word.eq_ignore_ascii_case("POLYGON") {
            Geometry::Area(vec![self.rings()?])
        } else if word.eq_ignore_ascii_case("MULTIPOLYGON") {
            Geometry::Area(self.list(Reader::rings)?)
        } else {
            return None;
        };
        self.rest.trim().is_empty().then_some(place)
    }

    fn rings(&mut self) -> Option<Vec<Vec<Point>>> {
        self.list(|reader| reader.list(Reader::point).filter(|ring| ring.first() == ring.last()))
    }

    fn list<T>(&mut self, read: fn(&mut Reader<'a>) -> Option<T>) -> Option<Vec<T>> {
        self.expect('(')?;
        let mut all = vec![read(self)?];
        while self.expect(',').is_some() {
            all.push(read(self)?);
        }
        self.expect(')')?;
        Some(all)
    }

    fn point(&mut self) -> Option<Point> {
        let (first, second) = (self.number()?, self.number()?);
        for _ in 0..2 {
            if !self.rest.trim_start().starts_with([',', ')']) {
                self.number()?;
            }
        }
        let (longitude, latitude) = if self.turned { (second, first) } else { (first, second) };
        let there = longitude.abs() <= 360.0 && latitude.abs() <= 90.0;
        there.then_some(Point { longitude, latitude })
    }

    fn number(&mut self) -> Option<f64> {
        let of_number = |byte: u8| byte.is_ascii_digit() || b"+-.eE".contains(&byte);
        self.take(of_number).parse().ok()
    }

    fn word(&mut self) -> &'a str {
        self.take(|byte| byte.is_ascii_alphabetic())
    }

    fn take(&mut self, accepts: impl Fn(u8) -> bool) -> &'a str {
        let rest = self.rest.trim_start();
        let end = rest.bytes().position(|byte| !accepts(byte)).unwrap_or(rest.len());
        // `accepts` is only true for ASCII, so the end is a character boundary.
        let (taken, rest) = rest.split_at(end);
        self.rest = rest;
        taken
    }

    fn expect(&mut self, sign: char) -> Option<()> {
        self.rest = self.rest.trim_start().strip_prefix(sign)?;
        Some(())
    }
}
