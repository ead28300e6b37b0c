package ingest

import (
	"encoding/xml"
	"io"
	"net/http"

	"sonora/internal/music"
)

// iceResponse is Icecast's response to a command.
type iceResponse struct {
	XMLName xml.Name `xml:"iceresponse"`
	Message string   `xml:"message"`
	Return  int      `xml:"return"`
}

var errMode = music.NewError(music.Invalid, "Only titles can be set here (mode=updinfo).")

// metadata sets titles as Icecast does: GET or POST /admin/metadata.
func (s *Server) metadata(w http.ResponseWriter, r *http.Request) {
	form, err := formOf(r)
	if err != nil {
		s.fail(w, music.NewError(music.TooLarge, "This is too long.").Because(err))
		return
	}
	if mode := form.get("mode"); mode != "" && mode != "updinfo" {
		s.fail(w, errMode)
		return
	}
	user, password, ok := (&head{header: r.Header}).credentials()
	if !ok {
		if password = form.get("pass"); password == "" {
			s.challenge(w)
			return
		}
		user = form.get("user")
	}
	if err := s.retitle(r, form, user, password); err != nil {
		s.fail(w, err)
		return
	}
	writeXML(w, iceResponse{Message: "Metadata update successful", Return: 1})
}

// adminCGI sets titles as SHOUTcast v1 does: /admin.cgi?pass=…&mode=updinfo.
func (s *Server) adminCGI(w http.ResponseWriter, r *http.Request) {
	form, err := formOf(r)
	if err != nil {
		s.fail(w, music.NewError(music.TooLarge, "This is too long.").Because(err))
		return
	}
	user, password, ok := (&head{header: r.Header}).credentials()
	if pass := form.get("pass"); pass != "" {
		user, password, ok = "", decoded(pass), true
	}
	if !ok {
		s.challenge(w)
		return
	}
	if mode := form.get("mode"); mode != "" && mode != "updinfo" {
		s.fail(w, errMode)
		return
	}
	if err := s.retitle(r, form, user, password); err != nil {
		s.fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = io.WriteString(w, "<html><body>Title updated</body></html>\n") // the client is gone
}

// retitle sets the title of a station for a client with the password.
func (s *Server) retitle(r *http.Request, form values, user, password string) error {
	pass, err := s.enterAs(r.Context(), s.Address(r), mountOf(form.get("mount")), user, password)
	if err != nil {
		return err
	}
	if !hasTitle(form) {
		return music.NewError(music.Invalid, "Say what plays: song, or artist and title.")
	}
	return s.Stations.SetTitle(r.Context(), pass, titleOf(form))
}

// challenge asks for a password, which libshout never sends unasked.
func (s *Server) challenge(w http.ResponseWriter) {
	h := w.Header()
	h.Set("WWW-Authenticate", `Basic realm="`+realm+`"`)
	h.Set("Allow", allowed)
	h.Set("Content-Length", "0")
	w.WriteHeader(http.StatusUnauthorized)
}

// killSource disconnects the source of a mount, for its DJ and those who manage
// it.
func (s *Server) killSource(w http.ResponseWriter, r *http.Request) {
	station, err := s.manager(r)
	switch {
	case err != nil:
		s.fail(w, err)
	case station == nil:
		s.fail(w, music.NewError(music.Invalid, "Name the mount."))
	default:
		if err := s.Stations.Disconnect(r.Context(), station.ID); err != nil {
			s.fail(w, err)
			return
		}
		writeXML(w, iceResponse{Message: "Source Removed", Return: 1})
	}
}

func writeXML(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "text/xml; charset=utf-8")
	text, err := xml.Marshal(v)
	if err != nil { // strings and numbers always marshal
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	_, _ = w.Write(append([]byte(xml.Header), text...)) // the client is gone
}
