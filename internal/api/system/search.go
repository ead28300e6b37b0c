package system

import (
	"context"
	"strings"

	"sonora/internal/edge"
	"sonora/internal/generation"
	"sonora/internal/music"
	"sonora/internal/operator"
	"sonora/internal/station"
)

type foundJSON struct {
	Results []resultJSON `json:"results" nullable:"false" doc:"The best or newest of each kind, kind by kind."`
}

type resultJSON struct {
	Kind   string `json:"kind" enum:"station,song,playlist,mix,generation,person" doc:"What it is."`
	ID     string `json:"id" doc:"ID of the thing."`
	Title  string `json:"title" doc:"Its name."`
	Detail string `json:"detail" doc:"What distinguishes it from others of that name; may be empty."`
}

type searchInput struct {
	Text string `query:"q" maxLength:"500" doc:"Words or beginnings of words; case and accents do not matter."`
}

func (a *API) search(ctx context.Context, in *searchInput) (*edge.Body[foundJSON], error) {
	found, err := a.operator.Find(ctx, edge.Viewer(ctx), in.Text)
	return edge.Encoded(found, err, func(f *operator.Found) foundJSON {
		out := []resultJSON{}
		out = append(out, edge.EncodeAll(f.Stations, func(s *station.Station) resultJSON { return resultJSON{"station", s.ID, s.Name, s.Genre} })...)
		out = append(out, edge.EncodeAll(f.Tracks, func(t *music.Track) resultJSON { return resultJSON{"song", t.ID, t.Title, t.Artist} })...)
		out = append(out, edge.EncodeAll(f.Playlists, func(p *music.Playlist) resultJSON { return resultJSON{"playlist", p.ID, p.Name, p.OwnerName} })...)
		out = append(out, edge.EncodeAll(f.Mixes, func(m *music.Mix) resultJSON { return resultJSON{"mix", m.ID, m.Title, m.DJName} })...)
		out = append(out, edge.EncodeAll(f.Generations, func(g *generation.Generation) resultJSON { return resultJSON{"generation", g.ID, g.Title, g.Prompt} })...)
		out = append(out, edge.EncodeAll(f.Accounts, func(x *music.Account) resultJSON {
			return resultJSON{"person", x.ID, strings.TrimSpace(x.FirstName + " " + x.LastName), x.Email}
		})...)
		return foundJSON{out}
	})
}
