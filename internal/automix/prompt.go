package automix

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"sonora/internal/automix/plan"
	"sonora/internal/music"
	"sonora/internal/store"
)

// Understood holds what the rules understood of a description.
type Understood struct {
	Minutes              int         `json:"minutes,omitempty"`      // minMinutes to maxMinutes; 0 if it names no length
	AskedMinutes         int         `json:"askedMinutes,omitempty"` // the length that it names, if Minutes is another; else 0
	Genres               []string    `json:"genres,omitempty"`
	Artists              []string    `json:"artists,omitempty"`
	WithoutGenres        []string    `json:"withoutGenres,omitempty"`
	WithoutArtists       []string    `json:"withoutArtists,omitempty"`
	Curve                plan.Curve  `json:"curve,omitempty"`
	BPMFrom, BPMTo       float64     `json:",omitempty"`
	Keys                 []music.Key `json:"keys,omitempty"`
	EnergyFrom, EnergyTo float64     `json:",omitempty"`
	MissingGenres        []string    `json:"missingGenres,omitempty"` // genres that it names and the library lacks
	Ignored              []string    `json:"ignored,omitempty"`       // words that were not understood
	Relaxed              []string    `json:"relaxed,omitempty"`       // limits that were dropped because too few tracks met them: bpm, energy, keys, genres

	text             string   // the folded description, without the words that were understood
	withoutArtistIDs []string // of WithoutArtists
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
	prompt = capitalA.ReplaceAllString(prompt, "${1}A minor")
	u := &Understood{text: " " + joined(genreWords(prompt)) + " "}
	full := u.text
	u.text = nothingBut.ReplaceAllString(u.text, " ")
	u.text = anythingBut.ReplaceAllString(u.text, " except ")
	u.notGenres()
	u.length()
	u.tempo()
	u.keys()
	without := u.without(genres)
	u.genres(genres)
	u.excludeKinds(without, genres)
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

// beforeKey is what may stand before the name of a key.
const beforeKey = `(?:(?:in|en|the|key|tonalidad|tono|of|de) )`

// The names of keys in a description. “Am” is also a verb and “la menor” also
// means the smallest, so those need a word before them that announces a key.
var (
	camelot   = regexp.MustCompile(` ` + beforeKey + `*(1[0-2]|[1-9])([ab]) `)
	namedKey  = regexp.MustCompile(` ` + beforeKey + `*([a-g])[ -]?(#|b|sharp|flat)?[ -]?(minor|major|min|maj|menor|mayor) `)
	shortKey  = regexp.MustCompile(` ` + beforeKey + `*(?:([b-g])|([a-g])(#|b))(m) `)
	shortA    = regexp.MustCompile(` ` + beforeKey + `+(a)()(m) `)
	latinKey  = regexp.MustCompile(` ` + beforeKey + `*(do|re|fa|sol)(#|b| sostenido| bemol)? (menor|mayor|minor|major) `)
	latinLate = regexp.MustCompile(` ` + beforeKey + `+(mi|la|si)(#|b| sostenido| bemol)? (menor|mayor|minor|major) `)
	capitalA  = regexp.MustCompile(`(\S\s+)Am\b`)
)

var (
	latinNames = map[string]string{"do": "C", "re": "D", "mi": "E", "fa": "F", "sol": "G", "la": "A", "si": "B"}
	signs      = map[string]string{"sharp": "#", "flat": "b", " sostenido": "#", " bemol": "b"}
)

func (u *Understood) keys() {
	for text := u.key(); text != ""; text = u.key() {
		if k, err := music.ParseKey(text); err == nil && k.Valid() {
			u.Keys = append(u.Keys, k)
		}
	}
}

// key takes the next key from the text and returns its English name; "" for none.
func (u *Understood) key() string {
	if g := u.take(camelot); g != nil {
		return g[1] + g[2]
	}
	if g := u.take(shortKey); g != nil {
		return strings.ToUpper(g[1]+g[2]) + g[3] + g[4]
	}
	for _, pattern := range []*regexp.Regexp{namedKey, shortA, latinKey, latinLate} {
		if g := u.take(pattern); g != nil {
			return keyName(g[1], g[2], g[3])
		}
	}
	return ""
}

// keyName returns the English name of a key: of “la”, “ bemol” and “menor”, Abm.
func keyName(tonic, sign, mode string) string {
	name := cmp.Or(latinNames[tonic], strings.ToUpper(tonic)) + cmp.Or(signs[sign], sign)
	if mode == "m" || mode == "menor" || strings.HasPrefix(mode, "mi") {
		name += "m"
	}
	return name
}

// Words that say what a mix must not contain, words that may follow them, and
// words that continue a list of such things. A dash of its own, which a
// description cannot contain as a word, stands for something that was already
// taken from such a list.
const (
	negations  = `no|not|neither|without|except|excluding|minus|avoid|never|nothing|sin|nada|ni|menos|excepto|salvo|evita`
	negated    = `for|any|more|of|be|sea|too|very|much|the|de|del|mas|muy|demasiado|demasiada|tanto|tanta|nada|musica|music|el|la`
	continuing = `or|nor|and|ni|o|u|y|e`
	refused    = `(?: (?:` + negations + `)| ¬(?: (?:` + continuing + `))+)(?: (?:` + negated + `|` + continuing + `))*`
	taken      = " ¬ "
)

var anyNegation = regexp.MustCompile(` (?:` + negations + `) `)

var isNegation, isContinuing, isChoice = alternatives(negations), alternatives(continuing), alternatives(`or|nor|ni|o|u`)

// Words with a negation that want what follows them, and words without one that
// exclude it.
var (
	nothingBut  = regexp.MustCompile(` (?:nothing (?:else )?(?:but|except|other than|more than)|nada (?:mas que|que no sea|excepto|salvo|menos)) `)
	anythingBut = regexp.MustCompile(` (?:(?:any|every)thing (?:else )?but|todo menos|cualquier cosa menos) `)
)

// Words that are also names of genres, where they name none: "something to dance
// to at my house". Before a word for music, they name one.
var (
	dancing  = regexp.MustCompile(` (?:(?:something|music|songs|tracks|stuff|want|like|love) to dance(?: to)?|to dance to|(?:can|me|us|people) dance(?: to)?)( ` + forMusic + `)? `)
	dwelling = regexp.MustCompile(` (?:(?:my|our|your|his|her|their) house|(?:at|around) the house)( ` + forMusic + `)? `)
)

const forMusic = `(?:music|mix|set|tracks?|songs?|playlist|session|collection|library|and|or)`

// notGenres removes words that name no genre here.
func (u *Understood) notGenres() {
	for _, words := range []*regexp.Regexp{dancing, dwelling} {
		u.text = words.ReplaceAllStringFunc(u.text, func(found string) string {
			if words.FindStringSubmatch(found)[1] != "" {
				return found
			}
			return " | "
		})
	}
}

// alternatives returns the words of a pattern such as a|b.
func alternatives(pattern string) map[string]bool {
	return setOf(strings.ReplaceAll(pattern, "|", " "))
}

// without finds the genres that the description excludes, longer names first:
// genres of the library, and words of their names, because “no house” is also
// said of a library that only has Deep House. It returns their names.
func (u *Understood) without(all []music.Genre) (names []string) {
	if !anyNegation.MatchString(u.text) {
		return nil
	}
	all = slices.Clone(all)
	for _, g := range slices.Clone(all) {
		for _, w := range genreWords(g.Name) {
			if utf8.RuneCountInString(w) >= minGenreWord && !small[w] {
				all = append(all, music.Genre{Name: w})
			}
		}
	}
	all = slices.DeleteFunc(byLength(all), func(g music.Genre) bool { return !u.names(g.Name) })
	for again := true; again; {
		again = false
		for _, g := range all {
			if at := regexp.MustCompile(refused + " " + genrePattern(g.Name) + " ").FindStringIndex(u.text); at != nil {
				u.text = u.text[:at[0]] + taken + u.text[at[1]:]
				names, again = append(names, g.Name), true // the next one of a list follows a genre that was taken
				break
			}
		}
	}
	u.text = strings.ReplaceAll(u.text, taken, " | ")
	return names
}

// names reports whether the description may name a genre: whether it contains
// the beginning of the name. Most genres of a large library are ruled out so.
func (u *Understood) names(genre string) bool {
	words := genreWords(genre)
	if len(words) == 0 {
		return false
	}
	beginning, _, _ := strings.Cut(words[0], "-")
	return strings.Contains(u.text, " "+beginning)
}

// excludeKinds excludes the genres of these names and their kinds, such as Deep
// House with House, unless the description wants them.
func (u *Understood) excludeKinds(names []string, all []music.Genre) {
	for _, name := range names {
		kind := regexp.MustCompile(" " + genrePattern(name) + " ")
		for _, g := range byLength(all) {
			if isOfKind(g.Name, kind) && !slices.Contains(u.Genres, g.Name) && !slices.Contains(u.WithoutGenres, g.Name) {
				u.WithoutGenres = append(u.WithoutGenres, g.Name)
			}
		}
	}
}

// genres finds genres of the library in the description, longer names first.
func (u *Understood) genres(all []music.Genre) {
	for _, g := range byLength(all) {
		if pattern := genrePattern(g.Name); pattern != "" && u.take(regexp.MustCompile(" "+pattern+" ")) != nil {
			u.Genres = append(u.Genres, g.Name)
		}
	}
}

func byLength(genres []music.Genre) []music.Genre {
	genres = slices.Clone(genres)
	slices.SortStableFunc(genres, func(a, b music.Genre) int { return cmp.Compare(len(b.Name), len(a.Name)) })
	return genres
}

// ampersand stands between two words without spaces, as in drum&bass, but not in R&B.
var ampersand = regexp.MustCompile(`(\p{L}{3})&(\p{L}{3})`)

func genreWords(name string) []string {
	return word.FindAllString(ampersand.ReplaceAllString(store.Simplified(name), "$1 $2"), -1)
}

// minGenreWord is the minimum number of characters of a word that stands for
// the genres whose names contain it.
const minGenreWord = 3

// genrePattern matches a genre in a description; "" for one without letters. A
// genre of two words may be written with a hyphen, or as one word.
func genrePattern(name string) string {
	pattern := strings.ReplaceAll(regexp.QuoteMeta(joined(genreWords(name))), "-", " ")
	return strings.ReplaceAll(pattern, " ", "[ -]?")
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

// notSo matches words of a mood or a tempo that a description excludes.
func notSo(words *regexp.Regexp) *regexp.Regexp { return regexp.MustCompile(refused + words.String()) }

var notCalm, notDriving, notSlow, notFast = notSo(calmWords), notSo(drivingWords), notSo(slowWords), notSo(fastWords)

func (u *Understood) energy() {
	// Not too fast is slower than fast, and not too calm livelier than calm.
	if u.take(notCalm) != nil {
		u.EnergyFrom = calmest
	}
	if u.take(notDriving) != nil {
		u.EnergyTo = driving
	}
	isNotSlow, isNotFast := u.take(notSlow) != nil, u.take(notFast) != nil
	if u.BPMFrom == 0 && u.BPMTo == 0 {
		if isNotSlow {
			u.BPMFrom = slowest
		}
		if isNotFast {
			u.BPMTo = fastest
		}
	}
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
	that it is more very bit little like long lasting minutes hour que es mas muy poco como energy energia
	i i'd id we us you your can could would let let's lets need create generate prepare put together but or also just really so
	something anything kind sort type stuff session playlist lot lots
	algo favor porfa porfavor quisiera necesito puedes podrias ponme crea creame genera prepara preparame pero o u tambien solo tipo estilo lista`)

// fillers say nothing about the music either, but artists' names may begin with
// them.
var fillers = setOf(`nice good great cool lovely best new all different favourite favourites favorite favorites hi hello hey thank thanks dj
	bonito bonita buen bueno buena buenos buenas genial mejor mejores todo todos toda todas nuevo nueva hola gracias favoritas favoritos variado variada`)

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
