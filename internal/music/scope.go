package music

import "strings"

// Scope is something that an API key allows.
type Scope string

// Scopes are the scopes of an API key, separated by spaces as in OAuth 2.0. They
// are "" for a session, which nothing limits.
type Scopes string

// Has reports whether a scope is among them.
func (s Scopes) Has(scope Scope) bool {
	for name := range strings.FieldsSeq(string(s)) {
		if name == string(scope) {
			return true
		}
	}
	return false
}

// List returns the scopes one by one.
func (s Scopes) List() []Scope {
	list := []Scope{}
	for name := range strings.FieldsSeq(string(s)) {
		list = append(list, Scope(name))
	}
	return list
}
