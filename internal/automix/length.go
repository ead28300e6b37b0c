package automix

import (
	"regexp"
	"strconv"
	"strings"
)

// Patterns of lengths in English and Spanish. Hours are counted up to three in
// words, and minutes in fives.
const (
	digits  = `\d{1,6}(?:[.,]\d{1,2})?`
	hours   = `one|an?|two|three|una?|dos|tres`
	fives   = `(?:(?:five|ten|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|cinco|diez|quince|veinte|veinticinco|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa)(?:(?: y |[ -])(?:five|cinco))?)`
	part    = `half|three[ -]quarters?|quarter|media|tres cuartos|cuarto`
	andPart = ` (?:and|y) (?:an? |un )?(` + part + `)`
	ofHour  = `(?:hours?|hrs?|h|horas?)`
)

var (
	partLength   = regexp.MustCompile(` (?:an? |un )?(` + part + `)(?: of| de)?(?: an?)?[ -](?:hour|hora) `)
	clockLength  = regexp.MustCompile(` (\d{1,6})(?::| ?h ?)(\d{2})(?: ?h| ?min\w*| ?m)? `)
	splitLength  = regexp.MustCompile(` (` + digits + `|` + hours + `)` + andPart + ` ` + ofHour + ` `)
	hourLength   = regexp.MustCompile(` (` + digits + `|` + hours + `) ?` + ofHour + `(?:` + andPart + `)? `)
	bareLength   = regexp.MustCompile(` ()(?:hour|hora)` + andPart + ` `)
	minuteLength = regexp.MustCompile(` (?:(?:and|y) )?(\d{1,9}|` + fives + `)[ -]*(?:minutes?|mins?|minutos?|m) `)
)

var numbers = map[string]float64{
	"": 1, "one": 1, "a": 1, "an": 1, "two": 2, "three": 3, "un": 1, "una": 1, "dos": 2, "tres": 3,
	"five": 5, "ten": 10, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
	"cinco": 5, "diez": 10, "quince": 15, "veinte": 20, "veinticinco": 25, "treinta": 30, "cuarenta": 40, "cincuenta": 50, "sesenta": 60, "setenta": 70,
	"ochenta": 80, "noventa": 90,
}

// partMinutes holds the minutes of parts of an hour.
var partMinutes = map[string]float64{
	"half": 30, "media": 30, "quarter": 15, "cuarto": 15, "three quarter": 45, "three quarters": 45, "tres cuartos": 45,
}

// number returns the value of a number in digits or words; 0 for none.
func number(text string) float64 {
	if n, ok := numbers[text]; ok {
		return n
	}
	if n, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", "."), 64); err == nil {
		return n
	}
	sum := 0.0 // of words such as forty-five
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '-' }) {
		sum += numbers[w]
	}
	return sum
}

// length takes the length of the mix from the text.
func (u *Understood) length() {
	minutes := u.hours()
	if g := u.take(minuteLength); g != nil {
		minutes += number(g[1])
	}
	if minutes == 0 {
		return
	}
	u.Minutes = min(max(int(minutes), minMinutes), maxMinutes)
	if asked := int(minutes); asked != u.Minutes {
		u.AskedMinutes = asked
	}
}

// hours takes hours and parts of an hour from the text and returns them in minutes.
func (u *Understood) hours() float64 {
	if g := u.take(partLength); g != nil {
		return minutesOf(g[1])
	}
	if g := u.take(clockLength); g != nil {
		return 60*number(g[1]) + number(g[2])
	}
	for _, pattern := range []*regexp.Regexp{splitLength, hourLength, bareLength} {
		if g := u.take(pattern); g != nil {
			return 60*number(g[1]) + minutesOf(g[2])
		}
	}
	return 0
}

// minutesOf returns the minutes of a part of an hour; 0 for "".
func minutesOf(part string) float64 { return partMinutes[strings.ReplaceAll(part, "-", " ")] }
