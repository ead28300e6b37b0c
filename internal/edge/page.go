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

// PageOf is the response of every list: an array, with headers for the total
// number of items and the next page.
type PageOf[T any] struct {
	Total int    `header:"X-Total-Count" doc:"Number of items on all pages."`
	Link  string `header:"Link" doc:"Address of the next page, as <…>; rel=next (RFC 8288); absent on the last page."`
	Body  []T
}

// Answer encodes one page of a list.
func Answer[T, J any](p *Paging, list music.List[T], encode func(*T) J) *PageOf[J] {
	out := &PageOf[J]{Total: list.Total, Body: EncodeAll(list.Items, encode)}
	q := p.self.Query()
	behind := p.At + len(list.Items)
	switch {
	case !p.byAt && list.Next != "":
		q.Set("cursor", list.Next)
	case (p.byAt || p.placed) && behind < list.Total && len(list.Items) > 0:
		q.Set("at", strconv.Itoa(behind))
	default:
		return out
	}
	next := url.URL{Path: p.self.Path, RawQuery: q.Encode()}
	out.Link = fmt.Sprintf("<%s>; rel=\"next\"", next.String())
	return out
}

// EncodeAll encodes every item of a list.
func EncodeAll[T, J any](items []T, encode func(*T) J) []J {
	out := make([]J, len(items))
	for i := range items {
		out[i] = encode(&items[i])
	}
	return out
}
