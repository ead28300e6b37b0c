package admin

import (
	"context"

	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/stock"
)

// adminPlaylistJSON is a playlist as the operator sees it.
type adminPlaylistJSON struct {
	ID            string    `json:"id" doc:"ID of the playlist."`
	Name          string    `json:"name" doc:"Name of the playlist."`
	Description   string    `json:"description" doc:"Text by its owner; may be empty."`
	SongCount     int       `json:"songCount" doc:"Number of tracks; for a smart playlist, as its owner last saw it."`
	TotalDuration float64   `json:"totalDuration" doc:"Seconds; 0 for a smart playlist."`
	CreatedAt     edge.Time `json:"createdAt" doc:"When it was made."`
	IsPublic      bool      `json:"isPublic" doc:"Whether others may open it."`
	Genre         string    `json:"genre" doc:"The most frequent one; may be empty."`
	Kind          string    `json:"kind" enum:"list,smart" doc:"list: people choose its tracks. smart: its rules do."`
	MayChange     bool      `json:"mayChange" doc:"Whether you may change or delete it: it is public, or your own."`
}

type adminPlaylistsInput struct {
	edge.Paging
	Text       string `query:"q" maxLength:"500" doc:"Words of the name, or of the genre of one of the tracks; case and accents do not matter."`
	Visibility string `query:"visibility" enum:"public,private" doc:"Whether others may open them; all if omitted."`
	Kind       string `query:"kind" enum:"list,smart" doc:"list: people choose the tracks. smart: rules do. All if omitted."`
	Sort       string `query:"sort" enum:"created,-created,name,-name,songs,-songs,status,-status" default:"-created" doc:"A property, with a minus for the other direction. The order in which playlists were made decides between equal values."`
}

func (a *API) adminPlaylists(ctx context.Context, in *adminPlaylistsInput) (*edge.PageOf[adminPlaylistJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	v := edge.Viewer(ctx)
	list, err := a.Store.PlaylistTable(ctx, v, stock.PlaylistTable{
		Text: in.Text, IsPublic: edge.Either(in.Visibility, "public"), Kind: music.PlaylistKind(in.Kind), Sort: stock.PlaylistSort(in.Sort),
	}, page)
	if err != nil {
		return nil, err
	}
	totals, err := a.Store.PlaylistTotals(ctx, list.Items)
	if err != nil {
		return nil, err
	}
	in.ByPosition()
	return edge.Answer(&in.Paging, list, func(p *music.Playlist) adminPlaylistJSON {
		sum := totals[p.ID]
		return adminPlaylistJSON{p.ID, p.Name, p.Description, p.Entries, sum.Duration.Seconds(), edge.Time(p.CreatedAt), p.IsPublic, sum.Genre, string(p.Kind), p.MayChange(v)}
	}), nil
}
