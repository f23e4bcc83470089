//! Parsing of profiles in JSON.

use serde_json::{Map, Value as Json};

use super::template::Template;
use super::{AttributeRule, Class, Kind, Profile, Root, Rule};
use glossweave_base::error::{Error, ErrorKind, Location, Result};
use glossweave_base::text::iri::is_absolute;
use glossweave_document::annotation::EntityKind;
use glossweave_markup::xml::is_ncname;

/// The maximum size of a profile, in bytes.
const BYTES: usize = 1 << 20;
/// The maximum number of rules in a profile, and of attributes in a rule.
const RULES: usize = 1_000;
const ATTRIBUTES: usize = 64;

const MEMBERS: &[&str] =
    &["name", "roots", "prefixes", "groups", "not-in", "otherwise", "json-ld", "rules"];
const RULE_MEMBERS: &[&str] = &[
    "annotation",
    "classes",
    "namespace",
    "element",
    "attributes",
    "required",
    "not-in",
    "not-around",
    "text-only",
];

/// The groups of classes that are predefined in each profile.
const KINDS: [(&str, EntityKind); 3] = [
    ("person", EntityKind::Person),
    ("organization", EntityKind::Organization),
    ("location", EntityKind::Location),
];

type Object = Map<String, Json>;

/// The names of groups with their classes.
type Groups = Vec<(Box<str>, Vec<Box<str>>)>;

/// Parses a profile.
///
/// Returns `ErrorKind::Malformed` for text that is not JSON, `ErrorKind::TooLarge` for text that is too long, and
/// `ErrorKind::Invalid` for an invalid profile.
pub fn parse(text: &str) -> Result<Profile> {
    if text.len() > BYTES {
        let message = format!("the profile has more than {BYTES} bytes");
        return Err(Error::new(ErrorKind::TooLarge, message));
    }
    let json: Json = serde_json::from_str(text).map_err(|fault| {
        let (line, column) = (fault.line() as u32, fault.column() as u32);
        let place = Location::at_line(text.as_bytes(), line.max(1), column.max(1));
        Error::malformed("the profile is not JSON").because(fault.to_string()).at(place)
    })?;
    let whole =
        ProfilePart { what: "the profile".to_owned(), object: as_object(&json, "the profile")? };
    whole.check(MEMBERS)?;
    let name = whole.text("name")?.ok_or_else(|| whole.lacks("name", "a text"))?;
    if name.is_empty() || name.starts_with('{') {
        return Err(Error::invalid("the profile has no `name`, expected a word"));
    }
    let otherwise_its = match whole.text("otherwise")? {
        None | Some("omit") => false,
        Some("its") => true,
        Some(word) => {
            return Err(Error::no_such("mode for other annotations", word, "one of omit, its"));
        }
    };
    let prefixes = whole.pairs("prefixes")?;
    for (prefix, namespace) in &prefixes {
        if !is_ncname(prefix) || matches!(&**prefix, "xml" | "xmlns") || namespace.is_empty() {
            let message = format!("`{prefix}` is not a prefix for `{namespace}`");
            return Err(Error::invalid(message));
        }
    }
    let roots = whole.list("roots")?.iter().map(root).collect::<Result<Vec<Root>>>()?;
    let groups = groups(&whole)?;
    let json_ld = whole.truth("json-ld")?;
    let rules = whole.list("rules")?;
    if rules.is_empty() && !json_ld || rules.len() > RULES {
        let message = format!("the profile has {} rules, expected 1 to {RULES}", rules.len());
        return Err(Error::invalid(message));
    }
    let rule = |(number, json): (usize, &Json)| rule(number + 1, json, &prefixes, &groups);
    let mut rules = rules.iter().enumerate().map(rule).collect::<Result<Vec<Rule>>>()?;
    let not_in = whole.texts("not-in")?;
    for rule in &mut rules {
        rule.not_in.extend_from_slice(&not_in);
    }
    Ok(Profile { name: name.into(), roots, prefixes, otherwise_its, json_ld, rules })
}

/// An object of a profile, with a phrase that describes it in messages.
struct ProfilePart<'j> {
    what: String,
    object: &'j Object,
}

impl<'j> ProfilePart<'j> {
    fn check(&self, known: &[&str]) -> Result<()> {
        let unknown = self.object.keys().find(|name| !known.contains(&name.as_str()));
        unknown.map_or(Ok(()), |name| {
            let message =
                format!("{} has `{name}`, expected one of {}", self.what, known.join(", "));
            Err(Error::invalid(message))
        })
    }

    fn lacks(&self, name: &str, expected: &str) -> Error {
        Error::invalid(format!("{} has no `{name}`, expected {expected}", self.what))
    }

    fn wrong(&self, name: &str, expected: &str) -> Error {
        Error::invalid(format!("`{name}` of {} is wrong, expected {expected}", self.what))
    }

    fn text(&self, name: &str) -> Result<Option<&'j str>> {
        let value = self.object.get(name);
        value.map(|value| value.as_str().ok_or_else(|| self.wrong(name, "a text"))).transpose()
    }

    fn truth(&self, name: &str) -> Result<bool> {
        match self.object.get(name) {
            None => Ok(false),
            Some(value) => value.as_bool().ok_or_else(|| self.wrong(name, "`true` or `false`")),
        }
    }

    fn list(&self, name: &str) -> Result<&'j [Json]> {
        match self.object.get(name) {
            None => Ok(&[]),
            Some(Json::Array(list)) => Ok(list),
            Some(_) => Err(self.wrong(name, "a list")),
        }
    }

    fn texts(&self, name: &str) -> Result<Vec<Box<str>>> {
        let text = |value: &Json| value.as_str().map(Box::from);
        let texts = self.list(name)?.iter().map(text).collect::<Option<Vec<_>>>();
        texts.ok_or_else(|| self.wrong(name, "a list of texts"))
    }

    fn members(&self, name: &str) -> Result<Vec<(&'j str, &'j Json)>> {
        match self.object.get(name) {
            None => Ok(Vec::new()),
            Some(Json::Object(found)) => {
                Ok(found.iter().map(|(key, value)| (key.as_str(), value)).collect())
            }
            Some(_) => Err(self.wrong(name, "an object")),
        }
    }

    fn pairs(&self, name: &str) -> Result<Vec<(Box<str>, Box<str>)>> {
        let pair = |(key, value): (&str, &Json)| Some((key.into(), value.as_str()?.into()));
        let pairs = self.members(name)?.into_iter().map(pair).collect::<Option<Vec<_>>>();
        pairs.ok_or_else(|| self.wrong(name, "an object of texts"))
    }
}

fn as_object<'j>(json: &'j Json, what: &str) -> Result<&'j Object> {
    json.as_object().ok_or_else(|| Error::invalid(format!("{what} is wrong, expected an object")))
}

fn root(json: &Json) -> Result<Root> {
    let what = "a root of the profile";
    let part = ProfilePart { what: what.to_owned(), object: as_object(json, what)? };
    part.check(&["namespace", "element", "child"])?;
    Ok(Root {
        namespace: part.text("namespace")?.unwrap_or_default().into(),
        local: part.text("element")?.map(Box::from),
        child: part.text("child")?.map(Box::from),
    })
}

fn groups(whole: &ProfilePart<'_>) -> Result<Groups> {
    let Some(json) = whole.object.get("groups") else { return Ok(Groups::new()) };
    let what = "the groups of the profile";
    let part = ProfilePart { what: what.to_owned(), object: as_object(json, what)? };
    let mut groups = Groups::new();
    for name in part.object.keys() {
        if name.contains(':') {
            let message = format!("`{name}` is not a name of a group, expected one without `:`");
            return Err(Error::invalid(message));
        }
        groups.push((name.as_str().into(), part.texts(name)?));
    }
    Ok(groups)
}

fn rule(
    number: usize,
    json: &Json,
    prefixes: &[(Box<str>, Box<str>)],
    groups: &Groups,
) -> Result<Rule> {
    let what = format!("rule {number} of the profile");
    let part = ProfilePart { object: as_object(json, &what)?, what };
    part.check(RULE_MEMBERS)?;
    let kind = match part.text("annotation")? {
        Some("entity") => Kind::Entity,
        Some("term") => Kind::Term,
        _ => return Err(part.lacks("annotation", "`entity` or `term`")),
    };
    let element = part.text("element")?.filter(|name| is_ncname(name));
    let element = element.ok_or_else(|| part.lacks("element", "a name without a prefix"))?;
    let classes = classes(&part, kind, groups)?;
    let required = part.texts("required")?;
    let mut attributes = Vec::new();
    for (name, value) in part.pairs("attributes")? {
        check_name(&part, &name, prefixes)?;
        let template = Template::parse(&value).map_err(|error| {
            let message = format!("{} in {}", error.message(), part.what);
            error.with_message(message)
        })?;
        let is_required = required.contains(&name);
        attributes.push(AttributeRule { name, value: template, required: is_required });
    }
    // The order of members in a JSON object has no meaning, so the attributes are sorted.
    attributes.sort_by(|left, right| left.name.cmp(&right.name));
    if attributes.len() > ATTRIBUTES {
        return Err(part.wrong("attributes", &format!("at most {ATTRIBUTES}")));
    }
    if let Some(name) =
        required.iter().find(|name| attributes.iter().all(|attribute| attribute.name != **name))
    {
        return Err(part.wrong("required", &format!("names of attributes, found `{name}`")));
    }
    Ok(Rule {
        kind,
        classes,
        namespace: part.text("namespace")?.map(Box::from),
        element: element.into(),
        attributes,
        not_in: part.texts("not-in")?,
        not_around: part.texts("not-around")?,
        text_only: part.truth("text-only")?,
    })
}

fn classes(part: &ProfilePart<'_>, kind: Kind, groups: &Groups) -> Result<Vec<Class>> {
    let listed = part.texts("classes")?;
    if kind == Kind::Term && !listed.is_empty() {
        return Err(part.wrong("classes", "none, because a term has no class"));
    }
    let mut classes = Vec::new();
    for word in &listed {
        let group = groups.iter().find(|group| group.0 == *word);
        let kind = KINDS.iter().find(|(name, _)| *name == &**word);
        let expanded = match (group, kind) {
            (Some((_, members)), _) => members.as_slice(),
            (None, Some((_, kind))) => {
                classes.push(Class::Kind(*kind));
                continue;
            }
            (None, None) => std::slice::from_ref(word),
        };
        for iri in expanded {
            if !is_absolute(iri.trim_end_matches('*')) {
                let expected = format!("absolute IRIs and names of groups, found `{iri}`");
                return Err(part.wrong("classes", &expected));
            }
            classes.push(match iri.strip_suffix('*') {
                Some(start) => Class::BeginsWith(start.into()),
                None => Class::Is(iri.clone()),
            });
        }
    }
    Ok(classes)
}

/// Checks the name of an attribute: it must have no prefix or a declared prefix.
fn check_name(part: &ProfilePart<'_>, name: &str, prefixes: &[(Box<str>, Box<str>)]) -> Result<()> {
    let (prefix, local) = name.split_once(':').unwrap_or(("", name));
    let is_declared = || prefix == "xml" || prefixes.iter().any(|declared| *declared.0 == *prefix);
    let is_prefixed = name.contains(':');
    if is_ncname(local) && name != "xmlns" && (!is_prefixed || is_declared()) {
        return Ok(());
    }
    let expected = format!("names with prefixes from `prefixes`, found `{name}`");
    Err(part.wrong("attributes", &expected))
}
