package api

import (
	"net/http"

	"github.com/coder/websocket"

	"sonora/internal/music"
	"sonora/internal/radio/studio"
)

var errNoStudio = music.NewError(music.Unavailable, "Nobody can go on air on this server.")

// openStudio is the WebSocket of people who go on air from the browser. Who
// may not is told before anything is upgraded.
func (a *API) openStudio(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	who := callerOf(ctx)
	if who.byCookie && !a.sameSite(r) { // a GET that does more than read
		return music.ErrForbidden
	}
	if a.studio == nil {
		return errNoStudio
	}
	account, err := a.store.AccountByID(ctx, who.viewer.AccountID)
	if err != nil {
		return err
	}
	pass, err := a.djs.Member(ctx, who.viewer, account.FullName(), r.PathValue("id"))
	if err != nil {
		return err
	}
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{
		Subprotocols: []string{studio.Protocol}, CompressionMode: websocket.CompressionDisabled,
		InsecureSkipVerify: true, // sameSite looked at the origin, and knows the operator's other addresses
	})
	if err != nil {
		return nil // Accept answered
	}
	defer func() { _ = conn.CloseNow() }() // most are closed by then
	if err := a.studio.Serve(ctx, conn, pass, r.UserAgent(), requestOf(ctx).client); err != nil {
		a.log.DebugContext(ctx, "the connection of a studio ended", "error", err)
	}
	return nil
}
