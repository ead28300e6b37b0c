package station

import (
	"context"
	"time"

	"sonora/internal/edge"
	"sonora/internal/edge/scalar"
	"sonora/internal/music"
	"sonora/internal/radio/playout"
	"sonora/internal/station"
	"sonora/internal/words"
)

// stationHealthJSON is the technical state of a station.
type stationHealthJSON struct {
	State         string              `json:"state" enum:"off,idle,relay,autodj,live,hold" doc:"What listeners hear, as in Station."`
	Problem       string              `json:"problem" doc:"Why it is silent or in trouble; may be empty."`
	Source        string              `json:"source" doc:"Description of the source of its sound; empty while off air."`
	BufferSeconds float64             `json:"bufferSeconds" doc:"Seconds of the source's sound that are buffered."`
	WantedSeconds float64             `json:"wantedSeconds" doc:"Seconds that the buffer should hold; 0 without a buffer."`
	Level         *scalar.Tenths      `json:"level" doc:"dBFS in the last second; null if not measured."`
	Underruns     int64               `json:"underruns" doc:"Blocks of 20 ms that were silent because no sound was ready."`
	Restarts      int                 `json:"restarts" doc:"Number of encoder restarts."`
	Outputs       []stationOutputJSON `json:"outputs" nullable:"false" doc:"Its formats."`
	LastError     string              `json:"lastError" doc:"The last error in words; may be empty."`
	LastErrorAt   edge.TimeOrNull     `json:"lastErrorAt" doc:"When it happened; null for never."`
	Since         edge.TimeOrNull     `json:"since" doc:"On air since; null while off air."`
	Client        string              `json:"client" doc:"Program of the live source; may be empty."`
	Address       string              `json:"address" doc:"Address of the live source; may be empty."`
	Listeners     int                 `json:"listeners" doc:"People who have listened for at least five seconds, in all formats."`
}

// stationOutputJSON is one format of a station.
type stationOutputJSON struct {
	Format      string `json:"format" doc:"Name of the format."`
	Bitrate     int    `json:"bitrate" doc:"kbit/s in the last second."`
	Rate        int    `json:"rate" doc:"Hz."`
	Channels    int    `json:"channels" doc:"Number of channels."`
	Connections int    `json:"connections" doc:"Current connections."`
	Encoder     string `json:"encoder" enum:",running,starting" doc:"Empty if frames pass through without encoding."`
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
		LastError: words.Render(language, h.LastError), LastErrorAt: edge.TimeOrNull(h.LastAt), Since: edge.TimeOrNull(h.Began), Client: h.Client, Address: h.Address,
		Listeners: status.Listeners,
	}
	if h.Level > playout.Silent {
		out.Level = new(scalar.InTenths(h.Level))
	}
	for _, o := range h.Outputs {
		out.Outputs = append(out.Outputs, stationOutputJSON{o.Codec, o.Bitrate, o.Rate, o.Channels, o.Listeners, o.Encoder})
	}
	return edge.Reply(out)
}

// skipStation skips the AutoDJ's current item.
func (a *API) skipStation(ctx context.Context, in *edge.ItemPath) (*edge.Body[edge.Detail], error) {
	if err := a.mayManage(ctx, in.ID); err != nil {
		return nil, err
	}
	if err := a.Radio.Skip(ctx, in.ID); err != nil {
		return nil, err
	}
	return edge.Say("The next track begins.")
}

// putOffStation disconnects the source on air.
func (a *API) putOffStation(ctx context.Context, in *edge.ItemPath) (*edge.Body[edge.Detail], error) {
	if err := a.mayManage(ctx, in.ID); err != nil {
		return nil, err
	}
	if err := a.Radio.Disconnect(ctx, in.ID); err != nil {
		return nil, err
	}
	return edge.Say("Nobody is on air any more.")
}

// stationFiguresJSON holds the listening statistics of a station.
type stationFiguresJSON struct {
	Hours []stationHourJSON      `json:"hours" nullable:"false" doc:"Hours in which somebody began to listen."`
	Songs []stationSongCurveJSON `json:"songs" nullable:"false" doc:"The latest songs, latest first."`
}

type stationHourJSON struct {
	At       edge.Time `json:"at" doc:"Start of the hour, UTC."`
	Sessions int       `json:"sessions" doc:"Sessions that began in this hour and lasted at least five seconds."`
	Seconds  float64   `json:"seconds" doc:"Seconds that these sessions listened, including later hours."`
	Members  int       `json:"members" doc:"Number of accounts among them."`
}

// stationSongCurveJSON is the number of listeners during a song.
type stationSongCurveJSON struct {
	PlayID    string    `json:"playId" doc:"ID of this play."`
	At        edge.Time `json:"at" doc:"When it began."`
	Artist    string    `json:"artist" doc:"Artist; may be empty."`
	Title     string    `json:"title" doc:"Title; may be empty."`
	Source    string    `json:"source" doc:"What chose it, as in the history."`
	Listeners int       `json:"listeners" doc:"Number of listeners at the start."`
	Curve     []int     `json:"curve" nullable:"false" doc:"Number of listeners every ten seconds."`
}

type stationFiguresInput struct {
	ID    string `path:"id" maxLength:"64" doc:"ID of the station."`
	Days  int    `query:"days" minimum:"1" maximum:"35" default:"7" doc:"Number of past days to report."`
	Songs int    `query:"songs" minimum:"1" maximum:"100" default:"30" doc:"Number of latest songs to report."`
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
			return stationHourJSON{edge.Time(h.At), h.Sessions, h.Seconds, h.People}
		}),
		Songs: edge.EncodeAll(plays, func(p *station.Play) stationSongCurveJSON {
			return stationSongCurveJSON{p.ID, edge.Time(p.Began), p.Artist, p.Title, p.Source, p.Listeners, p.Curve}
		}),
	})
}
