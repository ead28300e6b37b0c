package station

import (
	"context"
	"time"

	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/radio/playout"
	"sonora/internal/station"
	"sonora/internal/words"
)

// stationHealthJSON is how a station does.
type stationHealthJSON struct {
	State         string              `json:"state" enum:"off,idle,relay,autodj,live,hold"`
	Problem       string              `json:"problem" doc:"Why it is silent or in trouble; may be empty."`
	Source        string              `json:"source" doc:"Where its sound comes from, in words; empty while it is off."`
	BufferSeconds float64             `json:"bufferSeconds" doc:"Of the source, not heard yet."`
	WantedSeconds float64             `json:"wantedSeconds" doc:"What the buffer should hold; 0 where there is none."`
	Level         *float64            `json:"level" doc:"dBFS of the last second; null where it is not measured."`
	Underruns     int64               `json:"underruns" doc:"Blocks of 20 ms with silence because something was not ready."`
	Restarts      int                 `json:"restarts" doc:"Of encoders."`
	Outputs       []stationOutputJSON `json:"outputs" nullable:"false"`
	LastError     string              `json:"lastError" doc:"In words; may be empty."`
	LastErrorAt   *time.Time          `json:"lastErrorAt"`
	Since         *time.Time          `json:"since" doc:"On air since; null while it is off."`
	Client        string              `json:"client" doc:"Program of who is on air; may be empty."`
	Address       string              `json:"address" doc:"Of the same."`
	Listeners     int                 `json:"listeners" doc:"For at least five seconds, in all formats."`
}

// stationOutputJSON is one format of a station.
type stationOutputJSON struct {
	Format      string `json:"format"`
	Bitrate     int    `json:"bitrate" doc:"kbit/s, of the last second."`
	Rate        int    `json:"rate" doc:"Hz."`
	Channels    int    `json:"channels"`
	Connections int    `json:"connections"`
	Encoder     string `json:"encoder" enum:",running,starting" doc:"Empty where frames pass through as they are."`
}

func (a *API) stationHealth(ctx context.Context, in *edge.ItemPath) (*edge.Body[stationHealthJSON], error) {
	if err := a.mayManage(ctx, in.ID); err != nil {
		return nil, err
	}
	status, _ := a.Radio.Status(in.ID)
	h := a.Radio.Health(in.ID)
	language := music.LanguageOf(ctx)
	out := stationHealthJSON{
		State: string(status.State), Problem: words.Render(language, status.Problem), Source: words.Render(language, h.Source), BufferSeconds: h.Buffer.Seconds(),
		WantedSeconds: h.Jitter.Seconds(), Underruns: h.Underruns, Restarts: h.Restarts, Outputs: []stationOutputJSON{},
		LastError: words.Render(language, h.LastError), LastErrorAt: edge.OrNull(h.LastAt.UTC()), Since: edge.OrNull(h.Began.UTC()), Client: h.Client, Address: h.Address,
		Listeners: status.Listeners,
	}
	if h.Level > playout.Silent {
		out.Level = &h.Level
	}
	for _, o := range h.Outputs {
		out.Outputs = append(out.Outputs, stationOutputJSON{o.Codec, o.Bitrate, o.Rate, o.Channels, o.Listeners, o.Encoder})
	}
	return edge.Reply(out)
}

// skipStation ends what the lists of a station play.
func (a *API) skipStation(ctx context.Context, in *edge.ItemPath) (*edge.Body[edge.Detail], error) {
	if err := a.mayManage(ctx, in.ID); err != nil {
		return nil, err
	}
	if err := a.Radio.Skip(ctx, in.ID); err != nil {
		return nil, err
	}
	return edge.Say("The next track begins.")
}

// putOffStation takes who is on air off.
func (a *API) putOffStation(ctx context.Context, in *edge.ItemPath) (*edge.Body[edge.Detail], error) {
	if err := a.mayManage(ctx, in.ID); err != nil {
		return nil, err
	}
	if err := a.Radio.PutOff(ctx, in.ID); err != nil {
		return nil, err
	}
	return edge.Say("Nobody is on air any more.")
}

// stationFiguresJSON is who listened when.
type stationFiguresJSON struct {
	Hours []stationHourJSON      `json:"hours" nullable:"false" doc:"Those in which somebody began to listen."`
	Songs []stationSongCurveJSON `json:"songs" nullable:"false" doc:"The last ones, latest first."`
}

type stationHourJSON struct {
	At       time.Time `json:"at" doc:"Its beginning, UTC."`
	Sessions int       `json:"sessions" doc:"That began in it and lasted at least five seconds."`
	Seconds  float64   `json:"seconds" doc:"They listened, also beyond it."`
	Members  int       `json:"members" doc:"Accounts among them."`
}

// stationSongCurveJSON is how many listened to a song.
type stationSongCurveJSON struct {
	PlayID    string    `json:"playId"`
	At        time.Time `json:"at"`
	Artist    string    `json:"artist"`
	Title     string    `json:"title"`
	Source    string    `json:"source"`
	Listeners int       `json:"listeners" doc:"At its beginning."`
	Curve     []int     `json:"curve" nullable:"false" doc:"Every ten seconds."`
}

type stationFiguresInput struct {
	ID    string `path:"id" maxLength:"64"`
	Days  int    `query:"days" minimum:"1" maximum:"35" default:"7"`
	Songs int    `query:"songs" minimum:"1" maximum:"100" default:"30"`
}

func (a *API) stationFigures(ctx context.Context, in *stationFiguresInput) (*edge.Body[stationFiguresJSON], error) {
	if err := a.mayManage(ctx, in.ID); err != nil {
		return nil, err
	}
	hours, err := a.Store.StationHours(ctx, in.ID, time.Now().AddDate(0, 0, -in.Days))
	if err != nil {
		return nil, err
	}
	plays, err := a.Store.StationPlays(ctx, in.ID, time.Time{}, in.Songs)
	if err != nil {
		return nil, err
	}
	return edge.Reply(stationFiguresJSON{
		Hours: edge.EncodeAll(hours, func(h *station.Hour) stationHourJSON {
			return stationHourJSON{h.At.UTC(), h.Sessions, h.Seconds, h.People}
		}),
		Songs: edge.EncodeAll(plays, func(p *station.Play) stationSongCurveJSON {
			return stationSongCurveJSON{p.ID, p.Began.UTC(), p.Artist, p.Title, p.Source, p.Listeners, p.Curve}
		}),
	})
}
