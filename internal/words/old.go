package words

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// finished translates a sentence that lost its arguments: what databases
// hold from before messages were kept with them. The message with the most
// text of its own is taken, so that one that is part of another never is.
func finished(sentence string) string {
	for _, o := range olds() {
		if values := o.english.FindStringSubmatch(sentence); values != nil {
			n := 0
			return verbs.ReplaceAllStringFunc(o.said, func(v string) string {
				if v == "%%" {
					return "%"
				}
				n++
				if said, ok := spanish[values[n]]; ok {
					return said
				}
				return values[n]
			})
		}
	}
	return sentence
}

type old struct {
	english *regexp.Regexp
	said    string
}

var verbs = regexp.MustCompile(`%[a-z%]`)

// olds are compiled when somebody first needs one: a megabyte.
var olds = sync.OnceValue(func() []old {
	ids := slices.DeleteFunc(slices.Collect(maps.Keys(spanish)), func(id string) bool { return !verbs.MatchString(id) || verbs.ReplaceAllString(id, "") == id })
	own := func(id string) int { return len(verbs.ReplaceAllString(id, "")) }
	slices.SortFunc(ids, func(a, b string) int { return cmp.Or(own(b)-own(a), strings.Compare(a, b)) })
	list := make([]old, len(ids))
	for i, id := range ids {
		gaps := verbs.ReplaceAllString(regexp.QuoteMeta(id), "(.+)")
		list[i] = old{regexp.MustCompile("^(?s:" + gaps + ")$"), spanish[id]}
	}
	return list
})
