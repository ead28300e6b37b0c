package station

import (
	"context"
	"time"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/edge/scalar"
	"sonora/internal/music"
	"sonora/internal/radio/autodj"
	"sonora/internal/station"
	"sonora/internal/words"
)

// slotJSON is a slot of a station's queue.
type slotJSON struct {
	ID        string             `json:"id" doc:"ID of the slot."`
	Kind      station.SlotKind   `json:"kind" enum:"music,request,jingle,ident,hourly,voice" doc:"What it is in the programme."`
	At        edge.Time          `json:"at" doc:"When it begins."`
	Seconds   scalar.Thousandths `json:"seconds" doc:"Seconds until the next slot begins."`
	Length    scalar.Thousandths `json:"length" doc:"Length of the track in seconds."`
	TrackID   string             `json:"trackId" doc:"ID of the track."`
	Artist    string             `json:"artist" doc:"Artists of the track."`
	Title     string             `json:"title" doc:"Title of the track."`
	Album     string             `json:"album" doc:"Album of the track; may be empty."`
	CoverURL  *string            `json:"coverUrl" doc:"Path of the cover; null for none."`
	ListID    *string            `json:"listId" doc:"The rotation playlist it was chosen from."`
	ShowID    *string            `json:"showId" doc:"ID of that show; null for none."`
	Show      *string            `json:"show" doc:"The show it belongs to."`
	RequestID *string            `json:"requestId" doc:"ID of the request that it answers; null for none."`
	Reason    string             `json:"reason" doc:"Why this was chosen for this time."`
	Rule      string             `json:"rule" enum:",album,artist,title,repeat" doc:"The separation rule that had to give way; empty for none."`
	IsRelaxed bool               `json:"isRelaxed" doc:"Whether a separation rule had to give way."`
	IsPinned  bool               `json:"isPinned" doc:"Whether a person placed it here."`
	IsStandby bool               `json:"isStandby" doc:"Whether it falls in a live show, and is heard only if nobody goes on air."`
	IsOver    bool               `json:"isOver" doc:"Whether it is spoken over the next slot."`
	Until     edge.TimeOrNull    `json:"until" doc:"When it is faded out for a show."`
}

// queueJSON is the queue of a station.
type queueJSON struct {
	Taken   []slotJSON `json:"taken" doc:"Slots that are already loaded and can no longer be changed."`
	Slots   []slotJSON `json:"slots" doc:"Slots that can be changed, in their order."`
	Problem string     `json:"problem" doc:"Why the queue is empty; may be empty."`
}

func encodeQueue(ctx context.Context, q *autodj.Queue) queueJSON {
	language := music.LanguageOf(ctx)
	slot := func(s *station.Slot) slotJSON {
		return slotJSON{
			ID: s.ID, Kind: s.Kind, At: edge.Time(s.At), Seconds: scalar.InThousandths(s.Seconds), Length: scalar.InThousandths(s.Length), TrackID: s.TrackID, Artist: s.Artist, Title: s.Title,
			Album: s.Album, CoverURL: things.CoverURL(s.Cover), ListID: edge.OrNull(s.ListID), ShowID: edge.OrNull(s.ShowID), Show: edge.OrNull(s.Show), RequestID: edge.OrNull(s.RequestID),
			Reason: words.Render(language, s.Reason), Rule: s.Reason.Code, IsRelaxed: s.Relaxed, IsPinned: s.Pinned, IsStandby: s.Standby, IsOver: s.Over, Until: edge.TimeOrNull(s.Until),
		}
	}
	return queueJSON{edge.EncodeAll(q.Taken, slot), edge.EncodeAll(q.Slots, slot), words.Render(language, q.Problem)}
}

// queued calls do for a station that the viewer manages, and encodes the queue
// it returns.
func (a *API) queued(ctx context.Context, id string, do func() (autodj.Queue, error)) (*edge.Body[queueJSON], error) {
	if _, err := a.managed(ctx, id); err != nil {
		return nil, err
	}
	q, err := do()
	if err != nil {
		return nil, err
	}
	return edge.Reply(encodeQueue(ctx, &q))
}

type queueInput struct {
	ID    string `path:"id" maxLength:"64" doc:"ID of the station."`
	Hours int    `query:"hours" minimum:"1" maximum:"24" default:"4" doc:"Number of hours to plan and return."`
}

func (a *API) stationQueue(ctx context.Context, in *queueInput) (*edge.Body[queueJSON], error) {
	return a.queued(ctx, in.ID, func() (autodj.Queue, error) { return a.Planner.Queue(ctx, in.ID, time.Now(), in.Hours) })
}

type moveInQueueInput struct {
	ID    string `path:"id" maxLength:"64" doc:"ID of the station."`
	Hours int    `query:"hours" minimum:"1" maximum:"24" default:"4" doc:"Number of hours to plan and return."`
	Body  struct {
		ID     string  `json:"id" maxLength:"64" doc:"ID of the slot to move."`
		Before *string `json:"before" required:"false" maxLength:"64" doc:"The slot before which to put it; null for the end of the hours shown."`
	}
}

func (a *API) moveInQueue(ctx context.Context, in *moveInQueueInput) (*edge.Body[queueJSON], error) {
	return a.queued(ctx, in.ID, func() (autodj.Queue, error) {
		return a.Planner.Move(ctx, in.ID, time.Now(), in.Hours, in.Body.ID, textOf(in.Body.Before))
	})
}

func textOf(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

type removeFromQueueInput struct {
	ID    string `path:"id" maxLength:"64" doc:"ID of the station."`
	Hours int    `query:"hours" minimum:"1" maximum:"24" default:"4" doc:"Number of hours to plan and return."`
	Body  struct {
		ID string `json:"id" maxLength:"64" doc:"ID of the slot to remove."`
	}
}

func (a *API) removeFromQueue(ctx context.Context, in *removeFromQueueInput) (*edge.Body[queueJSON], error) {
	return a.queued(ctx, in.ID, func() (autodj.Queue, error) {
		return a.Planner.Remove(ctx, in.ID, time.Now(), in.Hours, in.Body.ID)
	})
}

type addToQueueInput struct {
	ID    string `path:"id" maxLength:"64" doc:"ID of the station."`
	Hours int    `query:"hours" minimum:"1" maximum:"24" default:"4" doc:"Number of hours to plan and return."`
	Body  struct {
		TrackIDs []string `json:"trackIds" minItems:"1" maxItems:"100" doc:"IDs of the tracks, in their order."`
		Before   *string  `json:"before" required:"false" maxLength:"64" doc:"The slot before which to insert; null for right after the current track."`
	}
}

func (a *API) addToQueue(ctx context.Context, in *addToQueueInput) (*edge.Body[queueJSON], error) {
	return a.queued(ctx, in.ID, func() (autodj.Queue, error) {
		return a.Planner.AddTracks(ctx, edge.Viewer(ctx), in.ID, time.Now(), in.Hours, in.Body.TrackIDs, textOf(in.Body.Before))
	})
}

// clearQueue drops what people added to the queue, moved or removed.
func (a *API) clearQueue(ctx context.Context, in *queueInput) (*edge.Body[queueJSON], error) {
	return a.queued(ctx, in.ID, func() (autodj.Queue, error) { return a.Planner.Clear(ctx, in.ID, time.Now(), in.Hours) })
}

type requestPath struct {
	ID      string `path:"id" maxLength:"64" doc:"ID of the station."`
	Request string `path:"request" maxLength:"64" doc:"ID of the request."`
}

// queueRequest plays a request next, regardless of the rules.
func (a *API) queueRequest(ctx context.Context, in *requestPath) (*edge.Body[queueJSON], error) {
	return a.queued(ctx, in.ID, func() (autodj.Queue, error) {
		return a.Planner.PlayNext(ctx, edge.Viewer(ctx), in.ID, time.Now(), in.Request)
	})
}
