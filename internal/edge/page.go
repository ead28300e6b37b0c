package edge

import (
	"fmt"
	"net/url"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/music"
)

// Paging is the input of every list. It is exported because huma does not read
// parameters into an unexported struct.
type Paging struct {
	Limit  int    `query:"limit" minimum:"1" maximum:"1000" default:"500" doc:"Number of items per page."`
	Cursor string `query:"cursor" maxLength:"4000" doc:"Opaque cursor from the Link header of the previous page."`
	At     int    `query:"at" minimum:"0" maximum:"2000000000" doc:"Position of the first item, from 0, instead of a cursor. Not every list supports it."`
	self   url.URL
	byAt   bool // the request names a position
	placed bool // see ByPosition
}

var _ huma.Resolver = (*Paging)(nil)

// Resolve implements huma.Resolver.
func (p *Paging) Resolve(ctx huma.Context) []error {
	p.self = ctx.URL()
	p.byAt = p.self.RawQuery != "" && p.self.Query().Has("at")
	return nil
}

// Query returns the query of the request.
func (p *Paging) Query() url.Values { return p.self.Query() }

// ByPosition marks a list without cursors.
func (p *Paging) ByPosition() { p.placed = true }

// Page returns the requested page.
func (p *Paging) Page() (music.Page, error) {
	if p.byAt && p.Cursor != "" {
		wrong := music.FieldErrors{}
		wrong.Add("at", "This has to be a position from 0 on, without a cursor.")
		return music.Page{}, wrong.Err()
	}
	return music.Page{Limit: p.Limit, After: p.Cursor, At: p.At}, nil
}

// Paged is the response of a list, with headers for the total number of items and
// the next page.
type Paged[B any] struct {
	Total int    `header:"X-Total-Count" doc:"Number of items on all pages."`
	Link  string `header:"Link" doc:"Address of the next page, as <…>; rel=next (RFC 8288); absent on the last page."`
	Body  B
}

// PageOf is the response of a list that is an array, as almost every list is.
type PageOf[T any] = Paged[[]T]

// Answer encodes one page of a list.
func Answer[T, J any](p *Paging, list music.List[T], encode func(*T) J) *PageOf[J] {
	out := &PageOf[J]{Total: list.Total, Body: EncodeAll(list.Items, encode)}
	behind := p.At + len(list.Items)
	switch {
	case !p.byAt && list.Next != "":
		out.Link = nextPage(&p.self, "cursor", list.Next)
	case (p.byAt || p.placed) && behind < list.Total && len(list.Items) > 0:
		out.Link = nextPage(&p.self, "at", strconv.Itoa(behind))
	}
	return out
}

// nextPage returns the Link to the page of a list that a parameter names.
func nextPage(list *url.URL, parameter, value string) string {
	q := list.Query()
	q.Set(parameter, value)
	next := url.URL{Path: list.Path, RawQuery: q.Encode()}
	return fmt.Sprintf("<%s>; rel=\"next\"", next.String())
}

// Either returns whether a filter names the first of two choices; nil if it names
// none.
func Either(chosen, first string) *bool {
	if chosen == "" {
		return nil
	}
	return new(chosen == first)
}

// Part is the input of a list that is read or computed as a whole. Its pages begin
// at positions.
type Part struct {
	Limit int `query:"limit" minimum:"1" maximum:"1000" default:"500" doc:"Number of items per page."`
	At    int `query:"at" minimum:"0" maximum:"2000000000" doc:"Position of the first item, from 0."`
	self  url.URL
}

var _ huma.Resolver = (*Part)(nil)

// Resolve implements huma.Resolver.
func (p *Part) Resolve(ctx huma.Context) []error {
	p.self = ctx.URL()
	return nil
}

// ItemPart is the input of a part of a list that belongs to an item.
type ItemPart struct {
	ItemPath
	Part
}

// PartOf encodes one page of a whole list, or returns its error.
func PartOf[T, J any](p *Part, whole []T, err error, encode func(*T) J) (*PageOf[J], error) {
	return PartIn(p, whole, err, func(items []T) []J { return EncodeAll(items, encode) })
}

// PartFrom answers one page of a list of which only that page was computed.
func PartFrom[J any](p *Part, total int, items []J) *PageOf[J] {
	out := &PageOf[J]{Total: total, Body: items}
	if behind := p.At + len(items); behind < total && len(items) > 0 {
		out.Link = nextPage(&p.self, "at", strconv.Itoa(behind))
	}
	return out
}

// PartIn is PartOf for a list in an object, which encode makes of the page.
func PartIn[T, B any](p *Part, whole []T, err error, encode func([]T) B) (*Paged[B], error) {
	if err != nil {
		return nil, err
	}
	at := min(p.At, len(whole))
	behind := min(at+p.Limit, len(whole))
	out := &Paged[B]{Total: len(whole), Body: encode(whole[at:behind])}
	if behind < len(whole) {
		out.Link = nextPage(&p.self, "at", strconv.Itoa(behind))
	}
	return out, nil
}

// EncodeAll encodes every item of a list.
func EncodeAll[T, J any](items []T, encode func(*T) J) []J {
	out := make([]J, len(items))
	for i := range items {
		out[i] = encode(&items[i])
	}
	return out
}
