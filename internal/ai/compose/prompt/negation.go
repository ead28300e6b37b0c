package prompt

import "slices"

// having are the verbs, and the words beside them, that may stand between a negation and what
// there shall not be: "does not have any drums", "que no lleve guitarra".
var having = wordSet(
	"have", "has", "having", "had", "got", "contain", "contains", "containing", "include", "includes", "including", "feature", "features", "featuring",
	"use", "uses", "using", "used", "be", "is", "being", "sound", "sounds", "sounding", "like", "play", "plays", "playing", "hear", "put", "add", "adding", "need", "needs",
	"want", "wants", "with", "in", "there", "it", "to", "that", "you", "me", "us", "give", "let", "for", "kind", "sort", "ever", "should", "must", "would", "at", "from", "all", "even",
	"tenga", "tengan", "tener", "tiene", "tienen", "teniendo", "lleve", "lleven", "llevar", "lleva", "llevan", "llevando", "sea", "sean", "ser", "es", "son", "haya", "hay", "haber", "habiendo",
	"use", "usen", "uses", "usar", "usa", "usando", "utilice", "utilices", "utilizar", "utilizando", "meta", "metas", "meter", "metan", "mete", "metiendo", "contenga", "contengan", "contener", "contiene",
	"incluya", "incluyas", "incluyan", "incluir", "incluye", "ponga", "pongan", "pongas", "poner", "pon", "pongamos", "anadas", "anada", "anadir", "agregues", "agregar",
	"aparezca", "aparezcan", "aparecer", "salga", "salgan", "suene", "suenen", "sonar", "suena", "suenan", "sonando", "oiga", "oigan", "oir", "oye", "oyen", "escuche", "escuchen", "escuchar",
	"toque", "toquen", "toques", "tocar", "toca", "tocando", "quiero", "quiera", "queremos", "necesito", "necesita", "necesitamos", "parezca", "parezcan", "parecer",
	"key", "tonalidad", "scale", "escala", "metre", "meter", "compas",
	"este", "esten", "estar", "esta", "estan", "se", "le", "les", "lo", "la", "me", "nos", "como", "con", "que", "en", "debe", "deben", "deberia", "deberian", "debiera", "puede", "ha", "han", "a", "de", "por", "nada", "tipo", "estilo",
)

// lacks reports whether a negation goes on over unknown words, from one token up to the word at
// another: "no" in "no tenga piano".
func (r *reader) lacks(from, to int) bool {
	return r.op.kind == isNegation && !r.op.met && !r.apart(from, to) && r.all(from, to, having)
}

// lacking reports whether a span is one of the verbs, and nothing else that may be unwanted. The
// "sea" of "no sea" is no water.
func (r *reader) lacking(s *span) bool {
	if r.text(s.from) == "sea" && r.text(s.from-1) == "no" {
		return true
	}
	unwanted := []kind{isStyle, isHint, isMood, isInstrument, isRole, isTexture, isNegation, isLess, isMore}
	return r.all(s.from, s.to, having) && !slices.ContainsFunc(unwanted, s.is)
}

// notOnly reads "not only" and "no solo" before a part, which ask for it with others.
func (r *reader) notOnly(k int) bool {
	s := &r.spans[k]
	if !s.is(isOnly) || r.op.kind != isNegation || r.op.met || r.partAfter(k+1, s.to-2) < 0 {
		return false
	}
	r.op.kind = noOperator
	return true
}

// denying are the joiners after which nothing is wanted either: "neither sad nor happy".
var denying = wordSet("nor", "or", "ni", "o", "u")

// turns reports whether a change follows a joiner, and none came before it: "not so sad or more
// energetic" asks for more energy, but "don't make it sadder or more energetic" does not.
func (r *reader) turns(joiner *span) bool {
	return changing[r.text(joiner.to)] && !comparing.MatchString(" "+r.after(r.op.from, joiner.from))
}

var changing = wordSet("more", "less", "mas", "menos")

// onlyAfter are the words after a part that ask for nothing else.
var onlyAfter = wordSet("only", "alone", "solely", "solamente", "unicamente")

// onlyBefore reads "drums only" and "piano y bajo solamente". "Drums only in the chorus" and
// "start with drums only" ask for them there.
func (r *reader) onlyBefore(k int) bool {
	s := &r.spans[k]
	if k == 0 || !onlyAfter[r.text(s.from)] || r.tokens[s.from].comma || !r.endsWithPart(k-1, s.from) || r.text(s.to) == "in" || r.text(s.to) == "en" || r.inOnePlace(&r.spans[k-1]) {
		return false
	}
	part, _ := r.spans[k-1].part()
	if !slices.Contains(r.wish.Play, part) || r.partAfter(k+1, s.to-2) >= 0 {
		return false
	}
	r.wish.Only = true
	r.op.kind = noOperator
	return true
}

// making are the verbs between a negation and a section that shall not be otherwise.
var making = wordSet("make", "let", "hagas", "haga", "hacer", "pongas", "dejes")

// makes reports whether a span is the section that a negated verb is about, such as the chorus of
// "don't make the chorus longer".
func (r *reader) makes(s *span) bool {
	return r.op.kind == isNegation && !r.op.met && s.is(isSection) && slices.ContainsFunc(r.tokens[r.op.to:s.from], func(t token) bool { return making[t.text] })
}

// denied reports whether what follows the words that were read is not wanted.
func (r *reader) denied() bool {
	return r.op.kind == isNegation && (!r.op.met || r.op.joined && (r.op.keys || r.op.denies))
}

// deny notes a key or a metre that is not wanted, up to a token.
func (r *reader) deny(value string, to int) {
	r.op.met, r.op.joined, r.op.keys = true, false, true
	r.reading("without", value, r.op.from, to)
}

// articles are the words between "anything but" and what shall not be.
var articles = wordSet("the", "a", "an", "any", "my", "its", "el", "la", "los", "las", "un", "una", "su")

// excepts reads "anything but" and "todo menos" before a part, a style, a feeling or a pace. In
// "keep everything but change the melody" the words mean nothing; "remove everything but the
// drums" leaves the drums alone.
func (r *reader) excepts(k int) bool {
	s := &r.spans[k]
	if !s.is(isExcept) {
		return false
	}
	removed := r.op.removes && r.op.kind == isNegation && !r.op.met
	r.op.kind = noOperator
	if removed && r.partAfter(k+1, s.to) >= 0 {
		r.op = operator{kind: isOnly, from: s.from, to: s.to}
		return true
	}
	for next := k + 1; next < len(r.spans) && !r.apart(s.to, r.spans[next].from) && r.all(s.to, r.spans[next].from, articles); next++ {
		if r.spans[next].note != nil || slices.ContainsFunc([]kind{isStyle, isHint, isMood, isPace, isInstrument, isRole, isTexture}, r.spans[next].is) {
			r.op = operator{kind: isNegation, from: s.from, to: s.to, without: len(r.wish.Without)}
			break
		}
	}
	return true
}

// listed reports whether the list of what there shall not be goes on at a span after a comma. A
// list ends in "and", "or" and the like with one more part: "no drums, bass and piano"; after "no
// drums, piano" the piano plays. Of "remove drums, piano" neither stays.
func (r *reader) listed(k int) bool {
	if !r.op.met || r.op.kind != isNegation && r.op.kind != isKeep {
		return false
	}
	ends, first := r.op.removes, r.op.listed
	for {
		joined := false
		for ; k < len(r.spans) && (r.spans[k].is(isJoiner) || r.definite(k)); k++ {
			joined = joined || r.spans[k].is(isJoiner)
			if k+1 < len(r.spans) && r.spans[k].to != r.spans[k+1].from {
				return false
			}
		}
		if k == len(r.spans) || !r.nameable(k) || joined && !first {
			return false
		}
		if joined || ends {
			return true
		}
		first = true
		to := r.spans[k].to
		if k++; k == len(r.spans) || r.spans[k].from != to || !r.tokens[to].comma && !r.spans[k].is(isJoiner) {
			return false
		}
	}
}

// definite reports whether a span is an article before a part that is known: "the".
func (r *reader) definite(k int) bool {
	s := &r.spans[k]
	return s.is(isFiller) && r.all(s.from, s.to, articles) && !indefinite[r.text(s.from)]
}

// nameable reports whether a span names what can be left out of a piece, and nothing else.
func (r *reader) nameable(k int) bool {
	s := &r.spans[k]
	_, named := s.part()
	return !s.used && (named || s.is(isTexture)) && !s.is(isMood)
}
