package curation

import (
	"context"
	"slices"
	"strings"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/stock"
)

type tracksInput struct {
	edge.Paging
	Text       string `query:"q" maxLength:"500" doc:"Beginnings of words in the title, artist, album or genre, or words in the name of a playlist with the track; case and accents do not matter."`
	IDs        string `query:"ids" maxLength:"8000" doc:"Only these tracks: their IDs, separated by commas."`
	Genre      string `query:"genre" maxLength:"200" doc:"Only tracks of this genre."`
	Format     string `query:"format" enum:"mp3,flac,vorbis,opus,aac,alac,wav,aiff" doc:"Only tracks in this format."`
	Visibility string `query:"visibility" enum:"public,private" doc:"Whether visitors can hear them; all if omitted."`
	Origin     string `query:"origin" enum:"upload,library" doc:"Whether a person uploaded them, or they are in a folder of the library; all if omitted."`
	MadeBy     string `query:"madeBy" enum:"ai,people" doc:"Whether AI made them; all if omitted."`
	Lacks      string `query:"lacks" enum:"cover,artist,album,genre,year,tags" doc:"Only tracks without this; tags: without any of artist, album, genre and year."`
	Sort       string `query:"sort" enum:"added,-added,title,-title,artist,-artist,album,-album,genre,-genre,year,-year,duration,-duration,format,-format,bitrate,-bitrate,size,-size,plays,-plays,status,-status" default:"-added" doc:"A column, with a minus for the other direction. The ID decides between equal values."`
}

func (in *tracksInput) table() stock.Table {
	t := stock.Table{
		Text: strings.TrimSpace(in.Text), Genre: in.Genre, Format: in.Format, Lacks: stock.Lack(in.Lacks), Sort: stock.Sort(in.Sort),
		IsPublic: edge.Either(in.Visibility, "public"), IsUpload: edge.Either(in.Origin, "upload"), IsAI: edge.Either(in.MadeBy, "ai"),
	}
	if in.IDs != "" {
		t.IDs = slices.DeleteFunc(strings.Split(in.IDs, ","), func(id string) bool { return id == "" })
	}
	return t
}

func (a *API) tracks(ctx context.Context, in *tracksInput) (*edge.PageOf[things.TrackJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	list, err := a.Store.TrackTable(ctx, edge.Viewer(ctx), in.table(), page)
	if err != nil {
		return nil, err
	}
	in.ByPosition()
	return edge.Answer(&in.Paging, list, things.EncodeTrack), nil
}

type trackFileJSON struct {
	Folder     string          `json:"folder" doc:"The folder or bucket of the library; empty for an upload." example:"/srv/music"`
	Path       string          `json:"path" doc:"Path below the folder, or name in the storage for uploads." example:"Coltrane/Blue Train/01.flac"`
	Size       int64           `json:"size" doc:"Bytes."`
	ModifiedAt edge.TimeOrNull `json:"modifiedAt" doc:"When the file was changed last; null if unknown."`
	Playlists  int             `json:"playlists" doc:"Number of playlists with the track."`
	Likes      int             `json:"likes" doc:"Number of people who like it."`
}

func encodeFile(f *stock.File) trackFileJSON {
	return trackFileJSON{f.Folder(), f.Path, f.Size, edge.TimeOrNull(f.ModTime), f.Playlists, f.Likes}
}

func (a *API) file(ctx context.Context, in *edge.ItemPath) (*edge.Body[trackFileJSON], error) {
	f, err := a.Store.StockFile(ctx, in.ID)
	return edge.Encoded(f, err, encodeFile)
}

type changeTracksInput struct {
	Body struct {
		IDs    []string `json:"ids" minItems:"1" maxItems:"1000" doc:"IDs of the tracks."`
		Action string   `json:"action" enum:"show,hide,delete" doc:"show: visitors can hear them. hide: only members can. delete: delete them with their files, likes, plays and places in playlists."`
	}
}

func (a *API) change(ctx context.Context, in *changeTracksInput) (*edge.Body[edge.Bulk], error) {
	v := edge.Viewer(ctx)
	return a.edge.Each(ctx, in.Body.IDs, func(id string) (changed bool, err error) {
		if in.Body.Action == "delete" {
			return true, a.Curation.Remove(ctx, v, id)
		}
		return a.Curation.SetPublic(ctx, v, id, in.Body.Action == "show")
	})
}
