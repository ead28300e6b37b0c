// Package delta is the form of lists of which clients keep copies: a page of the
// list, or what changed after an earlier page.
package delta

import (
	"encoding/json"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/edge"
	"sonora/internal/music"
)

// Paging is the input of a list of which clients may keep copies. It is
// exported because huma does not read parameters into an unexported struct.
type Paging struct {
	edge.Paging
	Since string `query:"since" maxLength:"4000" doc:"A Sync-Token. The response is then an object with the changes after it, and limit is the maximum number of changes; use no other parameters except fields."`
}

// Asked reports whether the request is for changes.
func (p *Paging) Asked() (bool, error) {
	query := p.Query()
	if !query.Has("since") {
		return false, nil
	}
	wrong := music.FieldErrors{}
	for name := range query {
		if name != "since" && name != "limit" && name != "fields" {
			wrong.Add(name, "This cannot be combined with since.")
		}
	}
	return true, wrong.Err()
}

// PageOf is the response of such a list: PageOf with a token, or the changes
// after one.
type PageOf[T any] struct {
	Total int    `header:"X-Total-Count" doc:"Number of items on all pages; with since, number of changes in the response."`
	Link  string `header:"Link" doc:"Address of the next page, as <…>; rel=next (RFC 8288); absent on the last page."`
	Token string `header:"Sync-Token" doc:"Send that of the first page as since, later, to get only what changed; absent with since."`
	Body  Either[T]
}

// Changes are changes of a list.
type Changes[T any] struct {
	Changed []T      `json:"changed" doc:"Items that are new or have changed, as in the list."`
	Removed []string `json:"removed" doc:"IDs of items that are no longer in the list. You may not have all of them."`
	Next    string   `json:"next" doc:"The Sync-Token for the next request."`
	More    bool     `json:"more" doc:"Whether there are more changes: ask again at once, with next."`
}

// Either is a body: an array of items, or an object with changes.
type Either[T any] struct {
	Items   []T
	Changes *Changes[T]
}

// Schema implements huma.SchemaProvider.
func (Either[T]) Schema(r huma.Registry) *huma.Schema {
	return &huma.Schema{OneOf: []*huma.Schema{
		huma.SchemaFromType(r, reflect.TypeFor[[]T]()),
		r.Schema(reflect.TypeFor[Changes[T]](), true, ""),
	}}
}

// Alternative returns the one of the two that is sent.
func (s Either[T]) Alternative() any {
	if s.Changes != nil {
		return *s.Changes
	}
	return s.Items
}

// Answer encodes a page of a list, with the token from before the page was
// read.
func Answer[T, J any](p *Paging, token string, list music.List[T], encode func(*T) J) *PageOf[J] {
	page := edge.Answer(&p.Paging, list, encode)
	return &PageOf[J]{Total: page.Total, Link: page.Link, Token: token, Body: Either[J]{Items: page.Body}}
}

// AnswerChanges encodes changes.
func AnswerChanges[T, J any](d music.Delta[T], encode func(*T) J) *PageOf[J] {
	changes := &Changes[J]{Changed: edge.EncodeAll(d.Changed, encode), Removed: d.Removed, Next: d.Next, More: d.More}
	return &PageOf[J]{Total: len(d.Changed) + len(d.Removed), Body: Either[J]{Changes: changes}}
}

// ThinItems implements thin.Body.
func (c Changes[T]) ThinItems() reflect.Value { return reflect.ValueOf(c.Changed) }

// WithItems implements thin.Body.
func (c Changes[T]) WithItems(thin json.RawMessage) any {
	return struct {
		Changed json.RawMessage `json:"changed"`
		Removed []string        `json:"removed"`
		Next    string          `json:"next"`
		More    bool            `json:"more"`
	}{thin, c.Removed, c.Next, c.More}
}
