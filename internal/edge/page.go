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
	Limit  string `query:"limit" doc:"Number of items per page, 1 to 1000; 500 if omitted. Larger numbers count as 1000."`
	Cursor string `query:"cursor" maxLength:"4000" doc:"Opaque cursor from the Link header of the previous page."`
	At     string `query:"at" doc:"Position of the first item, from 0, instead of a cursor. Not every list supports it."`
	self   url.URL
	at     int
	placed bool // see ByPosition
}

var _ huma.Resolver = (*Paging)(nil)

// Resolve implements huma.Resolver.
func (p *Paging) Resolve(ctx huma.Context) []error {
	p.self = ctx.URL()
	return nil
}

// ByPosition marks a list without cursors.
func (p *Paging) ByPosition() { p.placed = true }

// Page returns the requested page.
func (p *Paging) Page() (music.Page, error) {
	page := music.Page{Limit: music.DefaultPageSize, After: p.Cursor}
	if p.At != "" {
		at, err := strconv.ParseUint(p.At, 10, 31)
		if err != nil || p.Cursor != "" {
			wrong := music.FieldErrors{}
			wrong.Add("at", "This has to be a position from 0 on, without a cursor.")
			return page, wrong.Err()
		}
		page.At, p.at = int(at), int(at)
	}
	if p.Limit == "" {
		return page, nil
	}
	n, err := strconv.ParseUint(p.Limit, 10, 64)
	if err != nil || n == 0 {
		wrong := music.FieldErrors{}
		wrong.Add("limit", "This has to be a number from 1 to 1000.")
		return page, wrong.Err()
	}
	page.Limit = int(min(n, music.MaxPageSize))
	return page, nil
}

// PageOf is the response of every list: an array, with headers for the total
// number of items and the next page.
type PageOf[T any] struct {
	Total int    `header:"X-Total-Count"`
	Link  string `header:"Link"`
	Body  []T
}

// Answer encodes one page of a list.
func Answer[T, J any](p *Paging, list music.List[T], encode func(*T) J) *PageOf[J] {
	out := &PageOf[J]{Total: list.Total, Body: EncodeAll(list.Items, encode)}
	q := p.self.Query()
	behind := p.at + len(list.Items)
	switch {
	case p.At == "" && list.Next != "":
		q.Set("cursor", list.Next)
	case (p.At != "" || p.placed) && behind < list.Total && len(list.Items) > 0:
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
