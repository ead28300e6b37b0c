package radio

import (
	"context"
	"net/http"
	"slices"
	"time"

	"sonora/internal/origin"
	"sonora/internal/radio/frame"
	"sonora/internal/radio/hub"
	"sonora/internal/radio/listen"
	"sonora/internal/radio/playout"
	"sonora/internal/station"
)

// Tuning says what a listener wants to hear, and by which right.
type Tuning struct {
	Station *station.Station
	Codec   frame.Codec // frame.NoCodec for the station's main format
	UserID  string      // "" for visitors
	Address string      // without the port
	Home    string      // URL of the station's page
	Burst   time.Duration

	// Right identifies the permission by which they listen; listeners with the
	// same permission share it. Still checks it and is called repeatedly.
	Right string
	Still func(ctx context.Context) error

	Hub     *hub.Hub // to be heard instead of the station's; nil for the station's
	Release func()   // of Hub
}

// Serve sends a station to a listener. It may return before they leave. If
// nothing was sent, the error is a *music.Error.
func (s *Service) Serve(w http.ResponseWriter, r *http.Request, t Tuning) error {
	h, release, err := s.tune(r.Context(), t, r.Method)
	if err != nil {
		return err
	}
	st := t.Station
	right, leave := s.rights.join(st.ID+" "+t.Right, t.Still)
	done := func() { leave(); release() }
	err = s.listen.Serve(w, r, listen.Listening{
		Hub: h, Right: right,
		Name: st.Name, Description: st.Description, Genre: st.Genre, Home: t.Home, Bitrate: s.bitrate(st, h.Codec()), Public: st.IsPublic,
		Burst: t.Burst, MaxListeners: st.Options.MaxListeners, Done: func(listen.Left) { done() },
		Session: listen.Session{StationID: st.ID, UserID: t.UserID, Address: t.Address, Agent: r.UserAgent(), Country: origin.Of(r.Context()).Country, Format: string(h.Codec())},
	})
	if err != nil || r.Method == http.MethodHead {
		done()
	}
	return err
}

// tune finds the hub. A HEAD request starts nothing and gets an empty hub.
func (s *Service) tune(ctx context.Context, t Tuning, method string) (*hub.Hub, func(), error) {
	if t.Hub != nil {
		return t.Hub, t.Release, nil
	}
	if method == http.MethodHead {
		codec, err := s.wouldHear(t.Station, t.Codec)
		return hub.New(codec), func() {}, err
	}
	return s.Listen(ctx, t.Station, t.Codec)
}

// wouldHear returns the codec that a listener would get.
func (s *Service) wouldHear(st *station.Station, codec frame.Codec) (frame.Codec, error) {
	status, _ := s.Status(st.ID)
	if status.State == station.StateOff && st.Mode != station.ModeRelay {
		return "", ErrOff
	}
	main := frame.MP3
	for _, o := range s.Health(st.ID).Outputs {
		if o.Main {
			main = frame.Codec(o.Codec)
		}
	}
	switch {
	case codec == frame.NoCodec:
		return main, nil
	case codec != main && !slices.Contains(st.Options.Formats, string(codec)):
		return "", playout.ErrFormat
	}
	return codec, nil
}

// bitrate returns the outgoing bitrate of a format in kbit/s.
func (s *Service) bitrate(st *station.Station, codec frame.Codec) int {
	for _, o := range s.Health(st.ID).Outputs {
		if o.Codec == string(codec) && o.Bitrate > 0 {
			return o.Bitrate
		}
	}
	return st.Bitrate
}
