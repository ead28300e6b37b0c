package station

import (
	"net/http"

	"github.com/coder/websocket"

	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/radio/studio"
)

// studioMessagesJSON lists the text messages of the studio's WebSocket by who
// sends them. The web app's types are generated from it.
type studioMessagesJSON struct {
	Browser studio.BrowserMessage `json:"browser" doc:"A text message that you send."`
	Server  studio.ServerMessage  `json:"server" doc:"A text message that the server sends."`
}

// openStudio opens the WebSocket of people who go on air from the browser. It
// refuses people who may not before the connection is upgraded.
func (a *API) openStudio(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	who := edge.CallerOf(ctx)
	if who.ByCookie && !a.edge.SameSite(r) { // this GET is not read-only
		return music.ErrForbidden
	}
	account, err := a.Store.AccountByID(ctx, who.Viewer.AccountID)
	if err != nil {
		return err
	}
	pass, err := a.Guard.Member(ctx, who.Viewer, account.FullName(), r.PathValue("id"))
	if err != nil {
		return err
	}
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{
		Subprotocols: []string{studio.Protocol}, CompressionMode: websocket.CompressionDisabled,
		InsecureSkipVerify: true, // SameSite checked the origin and knows the operator's other addresses
	})
	if err != nil {
		return nil // Accept has responded
	}
	defer func() { _ = conn.CloseNow() }() // usually closed by then
	if err := a.Studio.Serve(ctx, conn, pass, r.UserAgent(), edge.ClientOf(ctx)); err != nil {
		a.Log.DebugContext(ctx, "studio connection ended", "error", err)
	}
	return nil
}
