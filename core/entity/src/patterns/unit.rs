//! Symbols and names of units and currencies in English, German, French and Spanish.

/// The unit of a quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// A unit of measurement, by its code in UCUM.
    Measure(&'static str),
    /// A currency, by its code in ISO 4217.
    Currency(&'static str),
}

/// Unit symbols and their UCUM codes. The case is significant.
const SYMBOLS: &[(&str, &str)] = &[
    ("nm", "nm"),
    ("µm", "um"),
    ("μm", "um"),
    ("mm", "mm"),
    ("cm", "cm"),
    ("m", "m"),
    ("km", "km"),
    ("mm²", "mm2"),
    ("cm²", "cm2"),
    ("m²", "m2"),
    ("km²", "km2"),
    ("mm³", "mm3"),
    ("cm³", "cm3"),
    ("m³", "m3"),
    ("ha", "har"),
    ("ml", "mL"),
    ("mL", "mL"),
    ("cl", "cL"),
    ("dl", "dL"),
    ("l", "L"),
    ("L", "L"),
    ("hl", "hL"),
    ("µg", "ug"),
    ("μg", "ug"),
    ("mg", "mg"),
    ("g", "g"),
    ("kg", "kg"),
    ("t", "t"),
    ("lb", "[lb_av]"),
    ("lbs", "[lb_av]"),
    ("oz", "[oz_av]"),
    ("ft", "[ft_i]"),
    ("yd", "[yd_i]"),
    ("mi", "[mi_i]"),
    ("ns", "ns"),
    ("µs", "us"),
    ("ms", "ms"),
    ("s", "s"),
    ("min", "min"),
    ("h", "h"),
    ("Hz", "Hz"),
    ("kHz", "kHz"),
    ("MHz", "MHz"),
    ("GHz", "GHz"),
    ("THz", "THz"),
    ("J", "J"),
    ("kJ", "kJ"),
    ("MJ", "MJ"),
    ("kcal", "kcal"),
    ("eV", "eV"),
    ("keV", "keV"),
    ("MeV", "MeV"),
    ("GeV", "GeV"),
    ("W", "W"),
    ("mW", "mW"),
    ("kW", "kW"),
    ("MW", "MW"),
    ("GW", "GW"),
    ("Wh", "W.h"),
    ("kWh", "kW.h"),
    ("MWh", "MW.h"),
    ("GWh", "GW.h"),
    ("TWh", "TW.h"),
    ("V", "V"),
    ("mV", "mV"),
    ("kV", "kV"),
    ("mA", "mA"),
    ("N", "N"),
    ("kN", "kN"),
    ("Pa", "Pa"),
    ("hPa", "hPa"),
    ("kPa", "kPa"),
    ("MPa", "MPa"),
    ("bar", "bar"),
    ("mbar", "mbar"),
    ("K", "K"),
    ("°C", "Cel"),
    ("℃", "Cel"),
    ("°F", "[degF]"),
    ("mol", "mol"),
    ("dB", "dB"),
    ("kB", "kBy"),
    ("MB", "MBy"),
    ("GB", "GBy"),
    ("TB", "TBy"),
    ("%", "%"),
    ("‰", "[ppth]"),
    ("m/s", "m/s"),
    ("m/s²", "m/s2"),
    ("km/h", "km/h"),
    ("mph", "[mi_i]/h"),
    ("mg/l", "mg/L"),
    ("mg/L", "mg/L"),
    ("µg/m³", "ug/m3"),
    ("μg/m³", "ug/m3"),
    ("kg/m³", "kg/m3"),
    ("g/cm³", "g/cm3"),
];

/// Names of units in lower case and their UCUM codes.
const WORDS: &[(&str, &str)] = &[
    (
        "millimetre millimetres millimeter millimeters millimetern millimètre millimètres milímetro milímetros",
        "mm",
    ),
    (
        "centimetre centimetres centimeter centimeters zentimeter zentimetern centimètre centimètres centímetro centímetros",
        "cm",
    ),
    ("metre metres meter meters metern mètre mètres metro metros", "m"),
    (
        "kilometre kilometres kilometer kilometers kilometern kilomètre kilomètres kilómetro kilómetros",
        "km",
    ),
    ("mile miles meile meilen milla millas", "[mi_i]"),
    ("foot feet", "[ft_i]"),
    ("inch inches", "[in_i]"),
    ("yard yards", "[yd_i]"),
    ("hectare hectares hektar hektare hectárea hectáreas", "har"),
    ("acre acres", "[acr_us]"),
    ("litre litres liter liters litern litro litros", "L"),
    ("milligram milligrams milligramm milligramme milligrammes miligramo miligramos", "mg"),
    ("gram grams gramm gramme grammes gramo gramos", "g"),
    ("kilogram kilograms kilogramm kilogramme kilogrammes kilogramo kilogramos kilo kilos", "kg"),
    ("tonne tonnes tonnen tonelada toneladas", "t"),
    ("second seconds sekunde sekunden seconde secondes segundo segundos", "s"),
    ("minute minutes minuten minuto minutos", "min"),
    ("hour hours stunde stunden heure heures hora horas", "h"),
    ("day days tag tage tagen jour jours día días", "d"),
    ("week weeks woche wochen semaine semaines semana semanas", "wk"),
    ("month months monat monate monaten mois mes meses", "mo"),
    ("year years jahr jahre jahren ans année années año años", "a"),
    ("watt watts vatio vatios", "W"),
    ("volt volts voltio voltios", "V"),
    ("percent prozent", "%"),
];

/// Names of units with two words.
const PHRASES: &[(&str, &str)] = &[
    ("per cent", "%"),
    ("pour cent", "%"),
    ("por ciento", "%"),
    ("degrees celsius", "Cel"),
    ("grad celsius", "Cel"),
];

/// Signs, names and codes of currencies, and their ISO 4217 codes.
const CURRENCIES: &[(&str, &str)] = &[
    ("€ euro euros", "EUR"),
    ("$ us$ dollar dollars dólar dólares", "USD"),
    ("£ pound pounds", "GBP"),
    ("¥ yen", "JPY"),
    ("₹ rupee rupees", "INR"),
    ("franken", "CHF"),
];

/// The supported ISO 4217 codes, which are the codes of the most traded currencies.
const CODES: &str = "AED ARS AUD BGN BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP HKD HUF IDR ILS INR ISK JPY KRW \
                     MXN MYR NOK NZD PEN PHP PLN RON RUB SAR SEK SGD THB TRY TWD UAH USD VND ZAR";

/// Symbols that are units only when a space precedes them, because `1990s` and `5K` have other
/// meanings.
const APART: &[&str] = &["s", "h", "t", "K", "N", "V", "J", "W", "L"];

/// Space characters. At most one is allowed between a number and its unit.
pub(super) const SPACES: [char; 4] = [' ', '\u{A0}', '\u{202F}', '\u{2009}'];

/// Signs that do not need a space or a word boundary.
const SIGNS: [char; 7] = ['%', '‰', '€', '$', '£', '¥', '₹'];

/// The maximum length of a word, in bytes.
const LONGEST: usize = 32;

/// Returns the unit at the start of a text after at most one space, and the length of both.
pub(super) fn unit(text: &str) -> Option<(Unit, usize)> {
    let rest = text.strip_prefix(SPACES).unwrap_or(text);
    let gap = text.len() - rest.len();
    let symbol = symbol(rest, gap > 0).map(|(unit, length)| (unit, gap + length));
    symbol.or_else(|| name(text)).filter(|(_, length)| !goes_on(&text[*length..]))
}

/// Returns `true` if the unit before a text is part of a compound unit, for example in `m^2`,
/// `kg·m` or `m s⁻¹`.
fn goes_on(text: &str) -> bool {
    let mut chars = text.chars();
    let is_joined = match chars.next() {
        Some('^') => true,
        Some('·' | '⋅' | '×' | '*' | '⁻') => chars.next().is_some_and(char::is_alphanumeric),
        _ => false,
    };
    let next = text.strip_prefix(SPACES).unwrap_or(text);
    let mut word = next.chars().take(LONGEST).take_while(|c| !c.is_whitespace());
    is_joined || word.any(|c| c == '⁻')
}

fn symbol(text: &str, is_apart: bool) -> Option<(Unit, usize)> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '°' | '℃' | '²' | '³' | '/');
    let length = match text.chars().next()? {
        // A sign before another number belongs to this number: `5 $6`.
        sign if SIGNS.contains(&sign) => {
            let after = &text[sign.len_utf8()..];
            if after.starts_with(|c: char| c.is_ascii_digit()) {
                return None;
            }
            // `$US` and other kinds of dollars.
            let country = token(after, char::is_alphanumeric).filter(|_| sign == '$');
            match country {
                Some("US") => return Some((Unit::Currency("USD"), "$US".len())),
                Some(_) => return None,
                None => sign.len_utf8(),
            }
        }
        _ => token(text, is_part)?.len(),
    };
    let word = &text[..length];
    let measure = SYMBOLS.iter().find(|(symbol, _)| *symbol == word);
    let measure = measure.filter(|(symbol, _)| is_apart || !APART.contains(symbol));
    let unit = match measure {
        Some((_, code)) => Unit::Measure(code),
        // Names can have any case, but codes must be in capitals.
        None if SIGNS.iter().any(|sign| word.starts_with(*sign)) => Unit::Currency(currency(word)?),
        None => Unit::Currency(code(word)?),
    };
    Some((unit, length))
}

fn name(text: &str) -> Option<(Unit, usize)> {
    let (first, length) = word(text)?;
    let is_close = text.starts_with(first);
    let first = first.to_lowercase();
    if let Some(code) = currency(&first) {
        return Some((Unit::Currency(code), length));
    }
    if is_close {
        return None;
    }
    let has = |names: &str| names.split(' ').any(|name| name == first);
    if let Some((_, code)) = WORDS.iter().find(|(names, _)| has(names)) {
        return Some((Unit::Measure(code), length));
    }
    let (second, more) = word(&text[length..])?;
    let both = format!("{first} {}", second.to_lowercase());
    let (_, code) = PHRASES.iter().find(|(phrase, _)| *phrase == both)?;
    Some((Unit::Measure(code), length + more))
}

/// Returns the word at the start of a text after at most one space or hyphen, and the length of both.
pub(super) fn word(text: &str) -> Option<(&str, usize)> {
    let rest = text.strip_prefix(SPACES).or(text.strip_prefix('-')).unwrap_or(text);
    let word = token(rest, char::is_alphabetic)?;
    Some((word, text.len() - rest.len() + word.len()))
}

/// Returns the characters at the start of a text that `is_part` accepts. Returns `None` if there
/// are none, or more than in any unit.
fn token(text: &str, is_part: impl Fn(char) -> bool) -> Option<&str> {
    let mut chars = text.char_indices().take_while(|(at, _)| *at <= LONGEST);
    let length = chars.find(|(_, c)| !is_part(*c)).map_or(text.len(), |(at, _)| at);
    (1..=LONGEST).contains(&length).then(|| &text[..length])
}

/// Returns the currency at the end of a text, before at most one space, and the length of both. A currency
/// between a number and a space belongs to this number.
pub(super) fn currency_before(text: &str) -> Option<(&'static str, usize)> {
    let (code, length) = sign_before(text)?;
    let before = &text[..text.len() - length];
    let is_number =
        before.strip_suffix(SPACES).unwrap_or(before).ends_with(|c: char| c.is_ascii_digit());
    (!is_number || !text.ends_with(SPACES) && before.ends_with(SPACES)).then_some((code, length))
}

fn sign_before(text: &str) -> Option<(&'static str, usize)> {
    let rest = text.strip_suffix(SPACES).unwrap_or(text);
    let sign = rest.chars().next_back()?;
    let length = text.len() - rest.len();
    if SIGNS.contains(&sign) {
        let before = &rest[..rest.len() - sign.len_utf8()];
        let code = currency(&rest[before.len()..])?;
        let is_us = sign == '$' && before.ends_with("US");
        // `A$` and `HK$` are other kinds of dollars.
        let is_other = before.ends_with(char::is_alphabetic) && !is_us;
        let more = if is_us { "US".len() } else { 0 };
        return (!is_other).then_some((code, length + sign.len_utf8() + more));
    }
    let code = code(rest.get(rest.len().checked_sub(3)?..)?)?;
    Some((code, length + 3))
}

fn currency(word: &str) -> Option<&'static str> {
    let has = |names: &str| names.split(' ').any(|name| name == word);
    CURRENCIES.iter().find(|(names, _)| has(names)).map(|(_, code)| *code)
}

fn code(word: &str) -> Option<&'static str> {
    CODES.split_ascii_whitespace().find(|code| *code == word)
}
