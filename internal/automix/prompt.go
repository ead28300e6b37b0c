package automix

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sonora/internal/automix/plan"
	"sonora/internal/music"
	"sonora/internal/store"
)

// Understood holds what the rules understood of a description.
type Understood struct {
	Minutes              int         `json:"minutes,omitempty"` // 0 if it names no length
	Genres               []string    `json:"genres,omitempty"`
	Artists              []string    `json:"artists,omitempty"`
	Curve                plan.Curve  `json:"curve,omitempty"`
	BPMFrom, BPMTo       float64     `json:",omitempty"`
	Keys                 []music.Key `json:"keys,omitempty"`
	EnergyFrom, EnergyTo float64     `json:",omitempty"`
	Ignored              []string    `json:"ignored,omitempty"` // words that were not understood
	Relaxed              []string    `json:"relaxed,omitempty"` // limits that were dropped because too few tracks met them: bpm, energy, keys

	text string // the folded description, without the words that were understood
}

// The limits that words of a description stand for.
const (
	aroundBPM = 0.03 // relative tolerance around a single tempo
	calmest   = 0.45 // energy of calm music, at most
	driving   = 0.55 // energy of driving music, at least
	slowest   = 100  // BPM of slow music, at most
	fastest   = 125  // BPM of fast music, at least
)

// understand reads a description by rules, in English and Spanish. It also
// returns the runs of words that it did not understand.
func understand(prompt string, genres []music.Genre) (*Understood, [][]string) {
	u := &Understood{text: " " + strings.Join(word.FindAllString(store.Simplified(prompt), -1), " ") + " "}
	full := u.text
	u.length()
	u.tempo()
	u.keys()
	u.genres(genres)
	u.curve()
	u.energy()
	left := u.left()
	u.text = full
	return u, left
}

// word is a word of a description.
var word = regexp.MustCompile(`[\p{L}\p{N}#&+.:,'’–-]*[\p{L}\p{N}#+]`)

// take removes the first match of a pattern from the text and returns it with
// its groups; nil for none.
func (u *Understood) take(pattern *regexp.Regexp) []string {
	at := pattern.FindStringSubmatchIndex(u.text)
	if at == nil {
		return nil
	}
	groups := make([]string, len(at)/2)
	for i := range groups {
		if at[2*i] >= 0 {
			groups[i] = u.text[at[2*i]:at[2*i+1]]
		}
	}
	u.text = u.text[:at[0]] + " | " + u.text[at[1]:]
	return groups
}

var (
	clockLength  = regexp.MustCompile(` (\d{1,2})(?::| ?h ?)(\d{2})(?: ?h| ?min\w*| ?m)? `)
	hourLength   = regexp.MustCompile(` (\d{1,2}(?:[.,]\d)?|one|an?|two|three|una?|dos|tres) ?(?:hours?|hrs?|h|horas?)( and a half| y media)? `)
	halfLength   = regexp.MustCompile(` (?:half an hour|media hora) `)
	minuteLength = regexp.MustCompile(` (?:(?:and|y) )?(\d{1,3}) ?-?(?:minutes?|mins?|minutos?|m) `)
)

var numbers = map[string]float64{"one": 1, "a": 1, "an": 1, "two": 2, "three": 3, "un": 1, "una": 1, "dos": 2, "tres": 3}

func number(text string) float64 {
	if n, ok := numbers[text]; ok {
		return n
	}
	n, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", "."), 64)
	if err != nil {
		return 0
	}
	return n
}

func (u *Understood) length() {
	minutes := 0.0
	if g := u.take(halfLength); g != nil {
		minutes = 30
	} else if g := u.take(clockLength); g != nil {
		minutes = 60*number(g[1]) + number(g[2])
	} else if g := u.take(hourLength); g != nil {
		minutes = 60 * number(g[1])
		if g[2] != "" {
			minutes += 30
		}
	}
	if g := u.take(minuteLength); g != nil {
		minutes += number(g[1])
	}
	u.Minutes = int(minutes)
}

var (
	tempoRange = regexp.MustCompile(` (\d{2,3}(?:\.\d+)?) ?(?:-|–|to|a|and|y) ?(\d{2,3}(?:\.\d+)?) ?bpm `)
	oneTempo   = regexp.MustCompile(` (?:(?:at|around|about|a|sobre|unos) )?(\d{2,3}(?:\.\d+)?) ?bpm `)
)

func (u *Understood) tempo() {
	if g := u.take(tempoRange); g != nil {
		u.BPMFrom, u.BPMTo = min(number(g[1]), number(g[2])), max(number(g[1]), number(g[2]))
	} else if g := u.take(oneTempo); g != nil {
		u.BPMFrom, u.BPMTo = number(g[1])*(1-aroundBPM), number(g[1])*(1+aroundBPM)
	}
}

var (
	camelot  = regexp.MustCompile(` (?:(?:in|en|key) )?(1[0-2]|[1-9])([ab]) `)
	namedKey = regexp.MustCompile(` (?:(?:in|en|key of) )?([a-g])[ -]?(#|b|sharp|flat)?[ -]?(minor|major|min|maj|menor|mayor) `)
)

func (u *Understood) keys() {
	for {
		var text string
		if g := u.take(camelot); g != nil {
			text = g[1] + g[2]
		} else if g := u.take(namedKey); g != nil {
			text = strings.ToUpper(g[1]) + map[string]string{"#": "#", "sharp": "#", "b": "b", "flat": "b"}[g[2]]
			if strings.HasPrefix(g[3], "mi") || g[3] == "menor" {
				text += "m"
			}
		} else {
			return
		}
		if k, err := music.ParseKey(text); err == nil && k.Valid() {
			u.Keys = append(u.Keys, k)
		}
	}
}

// genres finds genres of the library in the description, longer names first.
func (u *Understood) genres(all []music.Genre) {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b music.Genre) int { return cmp.Compare(len(b.Name), len(a.Name)) })
	for _, g := range all {
		words := word.FindAllString(store.Simplified(g.Name), -1)
		if len(words) == 0 {
			continue
		}
		// A genre of two words may be written with a hyphen, or as one word.
		pattern := strings.ReplaceAll(regexp.QuoteMeta(joined(words)), "-", " ")
		if u.take(regexp.MustCompile(" "+strings.ReplaceAll(pattern, " ", "[ -]?")+" ")) != nil {
			u.Genres = append(u.Genres, g.Name)
		}
	}
}

func joined(words []string) string { return strings.Join(words, " ") }

// The words for curves of energy. Wave and Peak come first, because their
// phrases also contain words for Rise.
var curveWords = []struct {
	curve plan.Curve
	words *regexp.Regexp
}{
	{plan.Wave, regexp.MustCompile(` (?:(?:in|en) )?(?:waves?|wavy|olas|ondas|ups? and downs?|altibajos|subidas y bajadas) `)},
	{plan.Peak, regexp.MustCompile(` (?:peak(?:ing)? in the middle|pico (?:en|a) (?:el medio|la mitad)|rising and falling|rises? and falls?|(?:and )?(?:cooling|calming|coming|winding) down(?: at the end)?|cool ?down|(?:y )?bajando(?: al final)?) `)},
	{plan.Rise, regexp.MustCompile(` (?:rising|rises?|rise|building(?: up)?|builds?(?: up)?|build-?up|growing|crescendo|subiendo|sube|creciente|en aumento)(?: (?:to|towards|hasta|hacia) (?:a |the |un |el )?(?:peak|climax|pico|top))? `)},
	{plan.Rise, regexp.MustCompile(` (?:warm(?:ing)?[ -]?up|calentamiento) `)},
	{plan.Flat, regexp.MustCompile(` (?:steady|flat|even|constant|constante|estable|uniforme) `)},
}

func (u *Understood) curve() {
	for _, c := range curveWords {
		if u.take(c.words) != nil && u.Curve == "" {
			u.Curve = c.curve
		}
	}
}

var (
	calmWords    = regexp.MustCompile(` (?:calm|chill(?:ed|y|out)?|relax(?:ed|ing)?|mellow|soft|quiet|gentle|sleepy|dreamy|tranquil[oa]s?|relajad[oa]s?|relajantes?|suaves?|calmad[oa]s?) `)
	drivingWords = regexp.MustCompile(` (?:energetic|driving|hard|intense|party|banging|heavy|powerful|workout|energic[oa]s?|fuertes?|intens[oa]s?|fiesta|potentes?) `)
	slowWords    = regexp.MustCompile(` (?:slow|lent[oa]s?) `)
	fastWords    = regexp.MustCompile(` (?:fast|rapid[oa]s?) `)
)

func (u *Understood) energy() {
	isCalm, isDriving := u.take(calmWords) != nil, u.take(drivingWords) != nil
	if isCalm && !isDriving {
		u.EnergyTo = calmest
	}
	if isDriving && !isCalm {
		u.EnergyFrom = driving
	}
	isSlow, isFast := u.take(slowWords) != nil, u.take(fastWords) != nil
	if u.BPMFrom == 0 && u.BPMTo == 0 && isSlow != isFast {
		if isSlow {
			u.BPMTo = slowest
		} else {
			u.BPMFrom = fastest
		}
	}
}

// small are words that mean nothing on their own.
var small = setOf(`a an and the of in on at to for with from by some me my make give play want please mix set music songs song tracks track
	un una unos unas y e el la los las de del en a al para con por mi me haz hazme dame pon quiero musica canciones cancion temas tema mezcla sesion
	that it is more very bit little like long lasting minutes hour que es mas muy poco como energy energia`)

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}

// left returns the runs of words that were not understood.
func (u *Understood) left() (runs [][]string) {
	for part := range strings.SplitSeq(u.text, "|") {
		var run []string
		for _, w := range word.FindAllString(part, -1) {
			if small[w] && len(run) == 0 {
				continue
			}
			run = append(run, w)
		}
		for len(run) > 0 && small[run[len(run)-1]] {
			run = run[:len(run)-1]
		}
		if len(run) > 0 {
			runs = append(runs, run)
		}
	}
	return runs
}
