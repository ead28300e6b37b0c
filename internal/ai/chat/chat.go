// Package chat tells what people want who write to the composer: new music, a
// change of the piece before, or something else.
package chat

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"sonora/internal/ai/compose/plan"
	"sonora/internal/ai/compose/prompt"
	"sonora/internal/music"
)

// Intent is what somebody wants.
type Intent string

// The intents.
const (
	Unclear Intent = "unclear" // nothing that says what to compose
	Compose Intent = "compose" // a new piece
	Change  Intent = "change"  // the piece before, changed
	Undo    Intent = "undo"    // the version that the piece before was made from
	Content Intent = "content" // nothing: the person likes the piece before, or thanks for it
	Opposed Intent = "opposed" // opposite changes, of which none can be made
)

// Terms are the words that ask for music, alone or in a sentence.
var Terms = []string{
	"music", "song", "beat", "melody", "rhythm", "instrumental", "vocal", "acoustic", "electronic", "jazz", "rock", "pop", "classical",
	"hip hop", "reggae", "blues", "folk", "ambient", "techno",
}

// spoken are other words for a piece of music, English and Spanish.
var spoken = []string{
	"songs", "tune", "tunes", "track", "beats", "melodies", "jingle", "soundtrack", "score",
	"música", "canción", "canciones", "melodía", "ritmo", "tema", "pieza", "sintonía", "base",
	"acústico", "electrónica", "clásica",
}

// SayMore answers a text that is Unclear.
var SayMore = music.Say("Please tell me in more detail what the music should be like: a genre, a mood, instruments, a tempo or a key. For example: rainy lo-fi in D minor.")

// AsItIs answers a text that is Content.
var AsItIs = music.Say("All right, nothing has changed. Tell me if you would like something else.")

// Which answers a text that is Opposed.
var Which = music.Say("You asked for two opposite things, so nothing has changed. Which one would you like?")

// Read returns what a text asks for. Every kind of thing that SayMore names is enough, alone
// or in a sentence. before is the plan of the piece that the
// conversation is about, nil without one.
func Read(text string, before *plan.Plan) Intent {
	if before != nil {
		if contented(text) {
			return Content
		}
		text = prompt.Unpraised(text)
	}
	wish := prompt.Read(text)
	if before != nil && undoing.MatchString(spaced(text)) {
		return Undo
	}
	if before != nil && wish.Opposed {
		return Opposed
	}
	if before != nil && wish.Swung && before.Straightened() {
		return Change
	}
	if before != nil && (compares(&wish) || sets(&wish, text) || alters(&wish, text) || restyles(&wish, text, before)) {
		return Change
	}
	if before != nil && wish.Style == "" && leaves(&wish, text) {
		return Change
	}
	if wish.Style != "" || wish.Era != "" && len(wish.Play) == 0 || asksForMusic(text) {
		return Compose
	}
	if before != nil {
		if changed, changes := plan.Edit(*before, text); len(changes) > 0 || slices.ContainsFunc(changed.Doubts, isMet) {
			return Change
		}
	}
	if describes(&wish) || feels(&wish) && !refusesMusic(text) {
		return Compose
	}
	return Unclear
}

// describes reports whether a wish names instruments, a tempo, a key or a decade.
func describes(w *prompt.Wish) bool {
	return len(w.Play) > 0 || w.BPM > 0 || w.Pace != 0 || w.Tonic != "" || w.Metre != "" || len(w.NotKeys) > 0 || w.Mode != "" || w.Era != ""
}

// feels reports whether a wish names a mood.
func feels(w *prompt.Wish) bool { return len(w.Moods) > 0 || w.Energy != 0 }

// compares reports whether a wish only makes sense beside a piece that is there:
// "slower", "another version".
func compares(w *prompt.Wish) bool {
	named := len(w.Louder) + len(w.Quieter) + len(w.Swaps) + len(w.Rewrite) + len(w.Anew) + len(w.Add) + len(w.WithoutIn) + len(w.NotMoods)
	kept := slices.ContainsFunc(w.Doubts, func(d prompt.Doubt) bool { return d.Done == "kept" || d.Done == "unclear" })
	return w.Style == "" && kept || w.Faster != 0 || w.Volume != 0 || w.BPMBy != 0 || w.Percent != 0 || w.Times != 0 || w.LengthTimes != 0 || w.BarsBy != 0 || w.Shift != 0 || w.Longer != 0 && (w.Style == "" || w.LengthOf.Section == "") || w.By != 0 || w.Again || named > 0
}

// setting are the verbs that change the key or the tempo of a piece, in small letters without
// accents.
var setting = regexp.MustCompile(` (change|changed|set|put|move|bring|raise|lower|transpose|transposed|switch|make it|cambia|cambiala|cambialo|cambiale|pon|ponla|ponlo|pasa|pasala|pasalo|` +
	`sube|subela|subelo|baja|bajala|bajalo|transporta|transportala|transportalo) `)

// sets reports whether a text changes the key or the tempo of a piece, even if it has them
// already: "change the key to D".
func sets(w *prompt.Wish, text string) bool {
	return w.Style == "" && (w.Tonic != "" || w.Mode != "" || w.BPM != 0) && setting.MatchString(spaced(text))
}

// altering asks to make the piece that is there so or so, in small letters without accents.
var altering = regexp.MustCompile(` (make|turn|haz|vuelve|pon|deja) (the|this|that|la|el|esta|este|esa|ese) (song|tune|track|piece|music|cancion|pieza|tema|musica) `)

// alters reports whether a text asks for another mood, more energy or a part in the piece that is
// there: "make the song sadder".
func alters(w *prompt.Wish, text string) bool {
	return w.Style == "" && (feels(w) || len(w.Play) > 0) && altering.MatchString(spaced(text))
}

// leaving asks to leave something out, to put it elsewhere or to end otherwise, in small letters
// without accents.
var leaving = regexp.MustCompile(`^ ((please|por favor|now|ahora|ok|can you|could you|puedes) )*(remove|delete|drop|cut|skip|scrap|ditch|take out|leave out|get rid of|lose|fade|end|finish|start|begin|swap|switch|put|move|` +
	`termina|acaba|empieza|comienza|intercambia|pon|mueve|quita|quitar|quitale|elimina|eliminar|saca|sacar|borra|corta|salta|saltate|suprime) `)

// leaves reports whether a text asks for the piece that is there without a section, the swing, or in
// another key: "remove the intro of the song". "A song without an intro" is another piece.
func leaves(w *prompt.Wish, text string) bool {
	if asksForMusic(text) {
		return len(w.Leave)+len(w.Moves)+len(w.Ending) > 0 && leaving.MatchString(spaced(text))
	}
	return len(w.Leave)+len(w.Moves)+len(w.LengthOf.Section)+len(w.NotKeys)+len(w.NotMetres)+len(w.Ending)+len(w.NotEnding) > 0 || w.Straight
}

// restyling asks for another style of the piece that is there, in small letters without accents.
var restyling = regexp.MustCompile(`^ ((please|por favor|now|ahora|ok|no|can you|could you|puedes) )*(make|turn|change|convert|switch) (it|this|that) |` +
	`^ ((please|por favor|now|ahora|ok|no|puedes) )*(hazla|hazlo|hacerla|hacerlo|conviertela|conviertelo|pasala|pasalo|cambiala|cambialo|vuelvela|vuelvelo|que sea) `)

// leaning asks for a piece that is more like a style or a decade, in small letters without accents.
var leaning = regexp.MustCompile(`^ ((please|por favor|now|ahora|ok|no|but|pero|and|y|it should|can it|can you|should|could|a bit|a little|a lot|much|even|un poco|mucho|aun|algo) )*` +
	`(more|closer to|mas|be more|be like|(sound|suene|suena|sonar|que suene|feel|feels) (more )?(like|as|a|como|mas)|like in|like|como en|como|in the style of|al estilo|(give|dale|ponle|with|con)( it)? (a|an|un|mas)|a touch of|a hint of|un toque|con un toque|un aire) `)

// restyles reports whether a text asks for a style or a decade of the piece that is there, even if it
// has that style already: "make it jazz", "more like the 80s". "More jazz songs" are other pieces.
func restyles(w *prompt.Wish, text string, before *plan.Plan) bool {
	if w.Style == "" && w.Era == "" || before.Style == "" {
		return false
	}
	return restyling.MatchString(spaced(text)) || leaning.MatchString(spaced(text)) && !mentionsAny(text, pieces)
}

// pieces are words for music that is not there yet.
var pieces = []string{"music", "song", "songs", "tune", "tunes", "track", "tracks", "música", "canción", "canciones", "tema", "temas", "pieza", "piezas"}

// isMet reports whether a doubt says that the piece is as it was asked for already, or why it cannot
// be: people wait for an answer, not for another piece.
func isMet(d prompt.Doubt) bool {
	return d.Done == "already" || d.Done == "none" || d.Done == "missing" || d.Done == "last" || d.Done == "moment" || d.Done == "stranger" || d.What == "metre" || d.What == "voice"
}

// About returns what a text asks for that somebody says about one piece: never another one.
func About(text string, piece *plan.Plan) Intent {
	switch intent := Read(text, piece); intent {
	case Undo, Content, Opposed:
		return intent
	default:
		return Change
	}
}

// courtesy is a text that thanks, praises or withdraws a request, and no more, in small letters
// without accents.
var courtesy = regexp.MustCompile(`^ ((thanks|thank you|thx|cheers|never mind|nevermind|forget it|ok|okay|great|perfect|nice|cool|awesome|lovely|amazing|beautiful|wonderful|` +
	`gracias|no importa|da igual|dejalo|olvidalo|genial|perfecto|perfecta|vale|estupendo|fantastico|me gusta|me encanta|i (like|love) (it|this|that)) ` +
	`((so|very|much|a lot|lots|muchas|mucho|very much|job|work|asi|it|that s|es|that is) )*)+$|^ (muchas gracias|that s (great|perfect|nice)|very nice|well done) $`)

// smiles are the pictures that say the same.
const smiles = "👍👌👏🙏🙌😀😃😄😊😍🥰🤩😎❤💜💙💚🧡💛🖤🔥🎉💯"

// contented reports whether a text asks for nothing, but says that somebody likes what there is.
func contented(text string) bool {
	if courtesy.MatchString(spaced(text)) {
		return true
	}
	left := strings.TrimFunc(prompt.Unpraised(text), func(r rune) bool {
		return strings.ContainsRune(smiles+" .,!", r) || unicode.In(r, unicode.M, unicode.Cf, unicode.Sk)
	})
	return left == "" && strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || strings.ContainsRune(smiles, r) })
}

// undoing is "undo that" and "vuelve a la versión anterior", in small letters without accents.
var undoing = regexp.MustCompile(`^ ((please|por favor|ok|no|now|ahora) )*(undo|undo (it|that|this|the last change)|revert|revert (it|that|this)|take (it|that) back|go back|` +
	`(go back to |back to |give me |play )?(the )?(version before|previous version|last version|previous one)|` +
	`deshaz|deshazlo|deshacer|deshaz (eso|esto|lo ultimo|el ultimo cambio)|vuelve atras|(vuelve a |volver a )?(la )?(version anterior|version de antes|de antes|anterior)) ` +
	`((please|por favor) )*$`)

// refusal is "no music" and "no quiero ninguna canción", in small letters without accents.
var refusal = regexp.MustCompile(` (no|not|without|never|don t|dont|stop|sin|nada de|ni|ningun|ninguna)` +
	`( (want|need|play|playing|compose|make|write|any|more|the|a|of|quiero|necesito|hagas|compongas|pongas|toques|mas|ninguna|ningun|la|una|un|de))*` +
	` (music|songs?|tunes?|tracks?|musica|canciones|cancion|temas?|piezas?) `)

// refusesMusic reports whether a text says that no music is wanted: "no quiero ninguna canción triste".
func refusesMusic(text string) bool { return slices.ContainsFunc(clauses(text), refusal.MatchString) }

// asksForMusic reports whether a text mentions music otherwise than to refuse it.
func asksForMusic(text string) bool {
	return slices.ContainsFunc(clauses(text), func(clause string) bool {
		wanted := refusal.ReplaceAllString(clause, " ")
		return mentionsAny(wanted, Terms) || mentionsAny(wanted, spoken)
	})
}

// clauses returns what stands between the punctuation marks of a text, each spaced.
func clauses(text string) []string {
	list := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(",.;:!?¡¿()\n", r) })
	for i := range list {
		list[i] = spaced(list[i])
	}
	return list
}

// Mentions reports whether a text has a term, one or more whole words, in any case, with
// or without accents. Characters that nobody sees do not hide a term.
func Mentions(text, term string) bool {
	wanted := spaced(term)
	return strings.TrimSpace(wanted) != "" && strings.Contains(spaced(text), wanted)
}

// spaced returns the words of a text in small letters without accents, with a space around
// each.
func spaced(text string) string {
	plain := strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.M, unicode.Cf) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(text))
	words := strings.FieldsFunc(plain, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	return " " + strings.Join(words, " ") + " "
}

func mentionsAny(text string, terms []string) bool {
	return slices.ContainsFunc(terms, func(term string) bool { return Mentions(text, term) })
}
