package scrobbling

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"sonora/internal/music"
	"sonora/internal/scrobble"
	"sonora/internal/scrobbling/listenbrainz"
)

// Offer is a service with the connection that a person has to it.
type Offer struct {
	Service    scrobble.Service
	Available  bool                 // whether people can connect it: the operator has set it up
	Connection *scrobble.Connection // nil for none
}

// Offers returns the services that people can connect, and those that the viewer has
// connected.
func (s *Service) Offers(ctx context.Context, v music.Viewer) ([]Offer, error) {
	list, err := s.Store.Connections(ctx, v.AccountID)
	if err != nil {
		return nil, err
	}
	offers := make([]Offer, len(scrobble.Services))
	for i, service := range scrobble.Services {
		offers[i].Service, offers[i].Available = service, service != scrobble.LastFM || s.lastFM.IsAvailable()
		for j := range list {
			if list[j].Service == service {
				offers[i].Connection = &list[j]
			}
		}
	}
	return offers, nil
}

const maxToken, maxServer = 200, 500

// ConnectListenBrainz connects the viewer's account at ListenBrainz, or at another
// server with its API unless the address is empty. It returns Invalid for a token that
// the service does not know.
func (s *Service) ConnectListenBrainz(ctx context.Context, v music.Viewer, server, token string) error {
	server, token = listenbrainz.Server(server), strings.TrimSpace(token)
	if err := checkListenBrainz(server, token); err != nil {
		return err
	}
	name, err := s.listenBrainz.Name(ctx, server, token)
	if err != nil {
		return err
	}
	return s.connect(ctx, v, &scrobble.Connection{Service: scrobble.ListenBrainz, Server: server, Name: name}, token)
}

// RequestLastFM begins to connect the viewer's account at Last.fm. It returns the token
// for ConnectLastFM, and the address of the page on which the person allows it before. It
// returns Conflict if the operator has not set Last.fm up.
func (s *Service) RequestLastFM(ctx context.Context) (token, page string, err error) {
	return s.lastFM.Request(ctx)
}

// ConnectLastFM connects the viewer's account at Last.fm with a token that the person has
// allowed there. It returns Conflict before that, and Invalid for a token that is unknown
// or older than an hour.
func (s *Service) ConnectLastFM(ctx context.Context, v music.Viewer, token string) error {
	name, key, err := s.lastFM.Session(ctx, token)
	if err != nil {
		return err
	}
	return s.connect(ctx, v, &scrobble.Connection{Service: scrobble.LastFM, Name: name}, key)
}

func checkListenBrainz(server, token string) error {
	f := music.FieldErrors{}
	if token == "" || len(token) > maxToken || strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		f.Add("token", "Enter the user token from your settings at ListenBrainz.")
	}
	u, err := url.Parse(server)
	if server != "" && (err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" || len(server) > maxServer) {
		f.Add("server", "Enter an http or https address.")
	}
	return f.Err("token", "server")
}

func (s *Service) connect(ctx context.Context, v music.Viewer, c *scrobble.Connection, secret string) error {
	c.AccountID, c.Name, c.Secret, c.ConnectedAt = v.AccountID, music.OneLine(c.Name, maxName), s.Box.Close([]byte(secret)), s.Now()
	if err := s.Store.Connect(ctx, c); err != nil {
		return fmt.Errorf("connect %s: %w", c.Service, err)
	}
	return nil
}

const maxName = 200

// Disconnect ends the viewer's connection to a service. Listens that wait are not sent
// any more. It returns NotFound if there is no connection.
func (s *Service) Disconnect(ctx context.Context, v music.Viewer, service scrobble.Service) error {
	return s.Store.Disconnect(ctx, v.AccountID, service)
}
