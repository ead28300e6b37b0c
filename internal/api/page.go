package api

import (
	"fmt"
	"net/url"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/music"
)

// Paging is the input of every list. Exported, because huma reads no parameters
// into an unexported struct.
type Paging struct {
	Limit  string `query:"limit" doc:"Items on a page, 1 to 1000; 500 when left out. A larger number counts as 1000."`
	Cursor string `query:"cursor" maxLength:"4000" doc:"Opaque, from the Link header of the page before."`
	self   url.URL
}

var _ huma.Resolver = (*Paging)(nil)

// Resolve implements huma.Resolver.
func (p *Paging) Resolve(ctx huma.Context) []error {
	p.self = ctx.URL()
	return nil
}

// page returns what the store needs to know.
func (p *Paging) page() (music.Page, error) {
	page := music.Page{Limit: music.DefaultPageSize, After: p.Cursor}
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

// pageOf is the answer of every list: a plain array, what it is a part of,
// and where it goes on.
type pageOf[T any] struct {
	Total int    `header:"X-Total-Count"`
	Link  string `header:"Link"`
	Body  []T
}

// answer encodes one page.
func answer[T, J any](p *Paging, list music.List[T], encode func(*T) J) *pageOf[J] {
	out := &pageOf[J]{Total: list.Total, Body: encodeAll(list.Items, encode)}
	if list.Next != "" {
		q := p.self.Query()
		q.Set("cursor", list.Next)
		next := url.URL{Path: p.self.Path, RawQuery: q.Encode()}
		out.Link = fmt.Sprintf("<%s>; rel=\"next\"", next.String())
	}
	return out
}

func encodeAll[T, J any](items []T, encode func(*T) J) []J {
	out := make([]J, len(items))
	for i := range items {
		out[i] = encode(&items[i])
	}
	return out
}
