package subsonic

import (
	"net/url"

	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/subsonic/answer"
)

// credentials returns the parameters with which a call was authenticated, for
// addresses that an app opens later.
func (c *call) credentials() url.Values {
	q := url.Values{}
	for _, name := range []string{"u", "t", "s", "p", "apiKey", "v", "c"} {
		if value := c.text(name); value != "" {
			q.Set(name, value)
		}
	}
	return q
}

func (a *API) getInternetRadioStations(c *call, w *answer.Writer) error {
	stations, err := pages(0, maxAll, func(p music.Page) (music.List[station.Station], error) { return a.Store.Stations(c, c.viewer, p) })
	if err != nil {
		return err
	}
	w.Object("internetRadioStations", func() {
		answer.List(w, "internetRadioStation", stations, func(w *answer.Writer, s *station.Station) {
			q := c.credentials()
			q.Set("id", string(stationKind)+s.ID)
			w.Ref("id", string(stationKind), s.ID)
			w.Text("name", s.Name)
			w.Text("streamUrl", c.address(Prefix+"stream?"+q.Encode()))
			w.Text("homePageUrl", c.address("/radios/"+url.PathEscape(s.ID)))
			w.Ref("coverArt", string(stationKind), s.ID)
		})
	})
	return nil
}

var errNoCreator = music.NewError(music.Forbidden, "Your account cannot add music, podcasts or stations. Ask the operator for the Creator role.")

// radioStation reads the name and the address of a station.
func (c *call) radioStation() (name, address string, err error) {
	if address, err = c.required("streamUrl"); err != nil {
		return "", "", err
	}
	name, err = c.required("name")
	return name, address, err
}

func (a *API) createInternetRadioStation(c *call, _ *answer.Writer) error {
	name, address, err := c.radioStation()
	if err != nil {
		return err
	}
	if !c.viewer.MayUpload() {
		return errNoCreator
	}
	_, err = a.Stations.Create(c, c.viewer, "", func(s *station.Station) { s.Name, s.StreamURL, s.IsPublic = name, address, false })
	return err
}

func (a *API) updateInternetRadioStation(c *call, _ *answer.Writer) error {
	id, err := c.id("id", stationKind)
	if err != nil {
		return err
	}
	name, address, err := c.radioStation()
	if err != nil {
		return err
	}
	if _, err := a.Stations.Managed(c, c.viewer, id); err != nil {
		return err
	}
	_, err = a.Stations.Change(c, c.viewer, id, func(s *station.Station) {
		s.Name = name
		if s.Mode == station.ModeRelay {
			s.StreamURL = address
		}
	})
	return err
}

func (a *API) deleteInternetRadioStation(c *call, _ *answer.Writer) error {
	id, err := c.id("id", stationKind)
	if err != nil {
		return err
	}
	if _, err := a.Stations.Managed(c, c.viewer, id); err != nil {
		return err
	}
	return a.Stations.Delete(c, id)
}
