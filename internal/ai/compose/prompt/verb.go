package prompt

// The words before and after "love" where it is a verb: "I'd love a flute". "I love you" names a
// mood.
var (
	beforeLoving = wordSet("i", "we", "they", "d", "id", "wed", "would", "really", "also", "just", "absolutely", "still")
	afterLoving  = wordSet("the", "a", "an", "it", "this", "that", "these", "those", "to", "how", "your", "some", "if", "more", "less")
	beloved      = wordSet("you", "her", "him", "u")
)

func wordSet(words ...string) map[string]bool {
	set := map[string]bool{}
	for _, word := range words {
		set[word] = true
	}
	return set
}

// isLoving reports whether a span is the verb of a wish, and no mood.
func (r *reader) isLoving(s *span) bool {
	if r.text(s.from) != "love" || s.to-s.from != 1 {
		return false
	}
	before := beforeLoving[r.text(s.from-1)] && !r.tokens[s.from].comma
	after, ends := r.text(s.to), s.to >= len(r.tokens) || r.tokens[s.to].comma
	return !ends && afterLoving[after] || before && (ends || !beloved[after])
}
