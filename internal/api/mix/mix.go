package mix

import (
	"context"
	"time"

	"sonora/internal/api/things"
	"sonora/internal/djmix"
	"sonora/internal/edge"
	"sonora/internal/edge/scalar"
	"sonora/internal/music"
)

// adminMixJSON is a DJ's mix as the operator sees it.
type adminMixJSON struct {
	ID            string            `json:"id" doc:"ID of the mix."`
	Title         string            `json:"title" doc:"Title of the mix."`
	DJName        string            `json:"djName" doc:"Name of the DJ."`
	Duration      float64           `json:"duration" doc:"Seconds."`
	BPM           *scalar.Tenths    `json:"bpm" doc:"Beats per minute; null if unknown."`
	Category      string            `json:"category" doc:"Category; may be empty."`
	Genre         string            `json:"genre" doc:"Genre; may be empty."`
	IsActive      bool              `json:"isActive" doc:"Whether anyone but admins sees it."`
	IsPublic      bool              `json:"isPublic" doc:"Whether visitors see it while it is active."`
	FileSize      scalar.Hundredths `json:"fileSize" doc:"MB."`
	Format        string            `json:"format" enum:"MP3,WAV" doc:"Format of the audio."`
	UploadedAt    edge.Time         `json:"uploadedAt" doc:"When it was added."`
	PlayCount     int64             `json:"playCount" doc:"How often it has been played."`
	Likes         int64             `json:"likes" doc:"Number of people who like it."`
	Description   string            `json:"description" doc:"Text about the mix; may be empty."`
	AudioURL      string            `json:"audioUrl" doc:"Path of the audio on this server, or an address elsewhere."`
	CoverImageURL *string           `json:"coverImageUrl" doc:"Address of the picture; null for none."`
	Tags          []string          `json:"tags" nullable:"false" doc:"Free tags."`
	EarlyUntil    edge.TimeOrNull   `json:"earlyUntil" doc:"When its early access ends; null if it has none."`
}

func encodeAdminMix(m *music.Mix) adminMixJSON {
	return adminMixJSON{
		ID: m.ID, Title: m.Title, DJName: m.DJName, Duration: m.Duration.Seconds(), BPM: edge.OrNull(scalar.InTenths(m.BPM)), Category: m.Category, Genre: m.Genre,
		IsActive: m.IsActive, IsPublic: m.IsPublic, FileSize: scalar.InMegabytes(m.Size), Format: m.Format, UploadedAt: edge.Time(m.CreatedAt),
		PlayCount: m.Plays, Likes: m.Likes, Description: m.Description, AudioURL: m.AudioURL, CoverImageURL: edge.OrNull(m.CoverImageURL), Tags: m.Tags, EarlyUntil: edge.TimeOrNull(m.EarlyUntil),
	}
}

// returnedMix has the fields of a mix as the operator and as listeners see it.
type returnedMix struct {
	_ adminMixJSON
	_ mixDetailJSON
}

// mixForm changes a mix. Fields that are omitted stay as they are.
type mixForm struct {
	edge.Returned[returnedMix] `json:"-"`

	Title         scalar.TextOrNull   `json:"title,omitzero" doc:"Title of the mix."`
	DJName        scalar.TextOrNull   `json:"djName,omitzero" doc:"Name of the DJ."`
	Description   scalar.TextOrNull   `json:"description,omitzero" doc:"Text about the mix."`
	Genre         scalar.TextOrNull   `json:"genre,omitzero" doc:"Genre."`
	Category      scalar.TextOrNull   `json:"category,omitzero" doc:"Category."`
	AudioURL      scalar.TextOrNull   `json:"audioUrl,omitzero" doc:"The audioUrl of an upload, or a web address, from which the server fetches the file."`
	CoverImageURL scalar.TextOrNull   `json:"coverImageUrl,omitzero" doc:"Address of a picture; an empty text or null removes it."`
	Duration      scalar.NumberOrNull `json:"duration,omitzero" doc:"Seconds."`
	BPM           scalar.NumberOrNull `json:"bpm,omitzero" doc:"Beats per minute; null if unknown."`
	FileSize      scalar.NumberOrNull `json:"fileSize,omitzero" doc:"MB."`
	Tags          *[]string           `json:"tags,omitempty" doc:"Free tags."`
	Format        *string             `json:"format,omitempty" doc:"MP3 (default) or WAV."`
	IsActive      scalar.YesOrNo      `json:"isActive,omitzero" doc:"Defaults to true for a new mix."`
	IsPublic      scalar.YesOrNo      `json:"isPublic,omitzero" doc:"Defaults to true for a new mix."`
	EarlyDays     *int                `json:"earlyDays,omitempty" minimum:"0" maximum:"30" doc:"For how many days from now only people whose plan includes early access can play it; 0 for none."`
}

func (f *mixForm) fill(m *music.Mix) {
	f.Title.Set(&m.Title)
	f.DJName.Set(&m.DJName)
	f.Description.Set(&m.Description)
	f.Genre.Set(&m.Genre)
	f.Category.Set(&m.Category)
	f.AudioURL.Set(&m.AudioURL)
	f.CoverImageURL.Set(&m.CoverImageURL)
	f.IsActive.Set(&m.IsActive)
	f.IsPublic.Set(&m.IsPublic)
	if f.Duration.Number != nil {
		m.Duration = duration(*f.Duration.Number)
	}
	if f.BPM.Number != nil {
		m.BPM = *f.BPM.Number
	}
	if f.FileSize.Number != nil {
		m.Size = int64(bounded(*f.FileSize.Number) * scalar.Megabyte)
	}
	if f.Tags != nil {
		m.Tags = *f.Tags
	}
	if f.Format != nil {
		m.Format = *f.Format
	}
	if f.EarlyDays != nil {
		djmix.GiveEarlyAccess(m, *f.EarlyDays, time.Now())
	}
}

// bounded limits a number so that its conversion to an integer cannot overflow.
// The limit is far outside the valid range.
func bounded(v float64) float64 { return max(-1e9, min(v, 1e9)) }

func duration(seconds float64) time.Duration {
	return time.Duration(bounded(seconds) * float64(time.Second))
}

type mixesInput struct {
	edge.Paging
	Text  string `query:"q" maxLength:"500" doc:"Words in the title or the name of the DJ; case and accents do not matter."`
	Genre string `query:"genre" maxLength:"100" doc:"Only mixes of this genre; case and accents do not matter."`
	Sort  string `query:"sort" enum:"newest,likes,duration" default:"newest" doc:"newest; likes: the most liked first; duration: the longest first."`
	Show  string `query:"show" enum:"all,own" default:"all" doc:"own: only your own, such as shows you recorded."`
}

func (a *API) mixes(ctx context.Context, in *mixesInput) (*edge.PageOf[things.MixJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	v := edge.Viewer(ctx)
	f := djmix.Filter{Text: in.Text, Genre: in.Genre, Sort: djmix.Sort(in.Sort)}
	if in.Show == "own" {
		if !v.SignedIn() {
			return nil, music.ErrUnauthenticated
		}
		f.OwnerID = v.AccountID
	}
	list, err := a.Store.FindMixes(ctx, v, f, page)
	if err != nil {
		return nil, err
	}
	return edge.Answer(&in.Paging, list, things.EncodeMix(ctx)), nil
}

type mixGenreJSON struct {
	Name     string `json:"name" doc:"The genre."`
	MixCount int    `json:"mixCount" doc:"Number of mixes."`
}

func (a *API) mixGenres(ctx context.Context, in *edge.Part) (*edge.PageOf[mixGenreJSON], error) {
	genres, err := a.Store.MixGenres(ctx, edge.Viewer(ctx))
	return edge.PartOf(in, genres, err, func(g *djmix.Genre) mixGenreJSON { return mixGenreJSON{g.Name, g.Mixes} })
}

func (a *API) makeMix(ctx context.Context, in *edge.Body[mixForm]) (*edge.Body[adminMixJSON], error) {
	m, err := a.Uploads.AddMix(ctx, edge.Viewer(ctx), in.Body.fill)
	return edge.Encoded(m, err, encodeAdminMix)
}

type mixInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the mix."`
	Body mixForm
}

func (a *API) saveMix(ctx context.Context, in *mixInput) (*edge.Body[adminMixJSON], error) {
	m, err := a.Uploads.ChangeMix(ctx, edge.Viewer(ctx), in.ID, in.Body.fill)
	return edge.Encoded(m, err, encodeAdminMix)
}

func (a *API) removeMix(ctx context.Context, in *edge.ItemPath) (*edge.Body[edge.Detail], error) {
	if err := a.Mixes.Withdraw(ctx, edge.Viewer(ctx), in.ID); err != nil {
		return nil, err
	}
	return edge.Say("The mix is deleted.")
}
