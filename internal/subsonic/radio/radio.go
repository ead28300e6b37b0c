package radio

import (
	"net/url"

	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/subsonic/answer"
	"sonora/internal/subsonic/protocol"
)

func (a *API) getInternetRadioStations(c *protocol.Call, w *answer.Writer) error {
	stations, err := protocol.Pages(0, protocol.MaxAll, func(p music.Page) (music.List[station.Station], error) { return a.Store.Stations(c, c.Viewer, p) })
	if err != nil {
		return err
	}
	w.Object("internetRadioStations", func() {
		answer.List(w, "internetRadioStation", stations, func(w *answer.Writer, s *station.Station) {
			q := c.Credentials()
			q.Set("id", string(protocol.StationKind)+s.ID)
			w.Ref("id", string(protocol.StationKind), s.ID)
			w.Text("name", s.Name)
			w.Text("streamUrl", c.Address(protocol.Prefix+"stream?"+q.Encode()))
			w.Text("homePageUrl", c.Address("/radios/"+url.PathEscape(s.ID)))
			w.Ref("coverArt", string(protocol.StationKind), s.ID)
		})
	})
	return nil
}

var errNoCreator = music.NewError(music.Forbidden, "Your account cannot add music, podcasts or stations. Ask the operator for the Creator role.")

// nameAndAddress reads the name and the address of a station.
func nameAndAddress(c *protocol.Call) (name, address string, err error) {
	if address, err = c.Required("streamUrl"); err != nil {
		return "", "", err
	}
	name, err = c.Required("name")
	return name, address, err
}

func (a *API) createInternetRadioStation(c *protocol.Call, _ *answer.Writer) error {
	name, address, err := nameAndAddress(c)
	if err != nil {
		return err
	}
	if !c.Viewer.MayUpload() {
		return errNoCreator
	}
	_, err = a.Stations.Create(c, c.Viewer, "", func(s *station.Station) { s.Name, s.StreamURL, s.IsPublic = name, address, false })
	return err
}

func (a *API) updateInternetRadioStation(c *protocol.Call, _ *answer.Writer) error {
	id, err := c.ID("id", protocol.StationKind)
	if err != nil {
		return err
	}
	name, address, err := nameAndAddress(c)
	if err != nil {
		return err
	}
	if _, err := a.Stations.Managed(c, c.Viewer, id); err != nil {
		return err
	}
	_, err = a.Stations.Change(c, c.Viewer, id, func(s *station.Station) {
		s.Name = name
		if s.Mode == station.ModeRelay {
			s.StreamURL = address
		}
	})
	return err
}

func (a *API) deleteInternetRadioStation(c *protocol.Call, _ *answer.Writer) error {
	id, err := c.ID("id", protocol.StationKind)
	if err != nil {
		return err
	}
	if _, err := a.Stations.Managed(c, c.Viewer, id); err != nil {
		return err
	}
	return a.Stations.Delete(c, id)
}
