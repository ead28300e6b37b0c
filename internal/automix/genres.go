package automix

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"sonora/internal/music"
)

// vocabulary lists genres that descriptions may name, one per line: the name as
// people read it, and other names of the same. Only those that the library has
// can be in a mix.
const vocabulary = `
acid house
acid jazz
acoustic|acustico|acustica
afrobeat|afrobeats|afro beat
afro house
alternative|alternativo|alternativa|alt rock
amapiano
ambient|ambiental
bachata
ballads|ballad|balada|baladas
baroque|barroco|barroca
bass house
bhangra
big band
big room
bluegrass
blues
bolero|boleros
boom bap
bossa nova|bossa
breakbeat|breakbeats|breaks
breakcore
Celtic music|celtic|celta
chillwave
chiptune|8 bit
classical music|classical|clasica
corridos|corrido
country
cumbia|cumbias
dance|dance music
dancehall
death metal
deep house
disco
doo wop
downtempo
dream pop
drill
drum and bass|drum & bass|drum n bass|drum'n'bass|dnb|d&b
dub
dub techno
dubstep
EDM
electro
electro house
electronic music|electronic|electronica|electronico
emo
eurodance
flamenco
folk
forró|forro
French house
funk
future bass
fusion
gabber
garage|uk garage
glitch
gospel
goth|gothic
grime
grunge
happy hardcore
hard rock
hard techno
hardcore
hardstyle
heavy metal
hip-hop|hip hop
house
hyperpop
IDM
Indian classical
indie|indie rock|indie pop
industrial
Italo disco|italo
J-pop
jazz
jungle
K-pop
klezmer
Latin music|latin|latino|latina
lo-fi|lofi
lounge
mambo
mariachi
melodic techno
melodic house
merengue
metal
minimal|minimal techno
Motown
neo soul
new age
new wave
opera
organic house
pop
post-punk
post-rock
progressive house
progressive rock|prog rock|prog
psytrance|psychedelic trance|goa
psychedelic rock
punk|punk rock
R&B|rnb|rhythm and blues
ragga
ragtime
ranchera|rancheras
rap
reggae
reggaeton|regueton
rock
rock and roll|rock n roll|rock & roll|rock'n'roll
rockabilly
rumba
salsa
samba
schlager
shoegaze
singer-songwriter|cantautor|cantautora
ska
slap house
smooth jazz
soca
son cubano
soul
soundtracks|soundtrack|bandas sonoras|banda sonora
surf rock
swing
synth-pop
synthwave|retrowave
tango|tangos
tech house
techno|tekno
trance
trap
tribal house
trip-hop
tropical house
UK drill
vallenato
vaporwave
waltz|waltzes|vals|valses
world music
zouk
`

// kind is a genre of the vocabulary.
type kind struct {
	name  string
	names *regexp.Regexp // matches its names within the name of a genre
}

// kinds returns the genres of the vocabulary by each of their names. It compiles their patterns when
// somebody first describes a mix, not when the server starts.
var kinds = sync.OnceValue(readVocabulary)

func readVocabulary() map[string]*kind {
	byName := map[string]*kind{}
	for line := range strings.Lines(strings.TrimSpace(vocabulary)) {
		names := strings.Split(strings.TrimSpace(line), "|")
		var patterns []string
		for _, name := range names {
			patterns = append(patterns, genrePattern(name))
		}
		k := &kind{names[0], regexp.MustCompile(" (?:" + strings.Join(patterns, "|") + ") ")}
		for _, name := range names {
			byName[closed(genreWords(name))] = k
		}
	}
	return byName
}

// closed returns words as one, so that hip hop, hip-hop and hiphop are the same.
func closed(words []string) string { return strings.ReplaceAll(strings.Join(words, ""), "-", "") }

// kindAt returns the genre of the vocabulary that the first words name, and the
// number of these words; nil for none.
func kindAt(words []string) (*kind, int) {
	for n := min(len(words), maxNameWords); n > 0; n-- {
		if k := kinds()[closed(words[:n])]; k != nil {
			return k, n
		}
	}
	return nil, 0
}

// among returns the names of those genres that are of this kind, such as Deep
// House of house.
func (k *kind) among(genres []music.Genre) (names []string) {
	for _, g := range genres {
		if isOfKind(g.Name, k.names) {
			names = append(names, g.Name)
		}
	}
	return names
}

func isOfKind(genre string, names *regexp.Regexp) bool {
	spaced := strings.NewReplacer("-", " ", "+", " ").Replace(joined(genreWords(genre)))
	return names.MatchString(" " + spaced + " ")
}

// addKind records that the description wants a genre of the vocabulary, or that
// it excludes it.
func (u *Understood) addKind(k *kind, isExcluded bool, genres []music.Genre) {
	list, names := &u.Genres, k.among(genres)
	if isExcluded {
		list = &u.WithoutGenres // what the library lacks is excluded anyway
	} else if len(names) == 0 {
		list, names = &u.MissingGenres, []string{k.name}
	}
	for _, name := range names {
		if !slices.Contains(*list, name) {
			*list = append(*list, name)
		}
	}
}
