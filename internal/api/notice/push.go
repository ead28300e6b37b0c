package notice

import (
	"context"

	"sonora/internal/edge"
)

type pushKeyJSON struct {
	PublicKey string `json:"publicKey" doc:"The applicationServerKey for web push, base64url-encoded."`
}

func (a *API) pushKey(context.Context, *struct{}) (*edge.Body[pushKeyJSON], error) {
	return edge.Reply(pushKeyJSON{a.Notify.PublicKey()})
}

// browserSubscription holds the fields that browsers send and the server ignores.
type browserSubscription struct {
	ExpirationTime *float64 `json:"expirationTime"`
}

type subscriptionJSON struct {
	edge.Returned[browserSubscription] `json:"-"`

	Endpoint string `json:"endpoint" maxLength:"1000" doc:"The endpoint of the browser's PushSubscription."`
	Keys     struct {
		P256dh string `json:"p256dh" maxLength:"200" doc:"Public key of the browser, base64url-encoded."`
		Auth   string `json:"auth" maxLength:"100" doc:"Secret of the browser, base64url-encoded."`
	} `json:"keys" doc:"The keys of the browser's PushSubscription."`
}

type subscribeInput struct {
	UserAgent string `header:"User-Agent" doc:"Names the device for its owner."`
	Body      subscriptionJSON
}

func (a *API) subscribePush(ctx context.Context, in *subscribeInput) (*edge.Body[edge.Detail], error) {
	b := in.Body
	if err := a.Notify.Subscribe(ctx, edge.Viewer(ctx), b.Endpoint, b.Keys.P256dh, b.Keys.Auth, in.UserAgent); err != nil {
		return nil, err
	}
	return edge.Say("Updates are sent to this device.")
}

type endpointInput struct {
	Body struct {
		Endpoint string `json:"endpoint" maxLength:"1000" doc:"The endpoint of the browser's PushSubscription."`
	}
}

func (a *API) unsubscribePush(ctx context.Context, in *endpointInput) (*edge.Body[edge.Detail], error) {
	if err := a.Notify.Unsubscribe(ctx, edge.Viewer(ctx), in.Body.Endpoint); err != nil {
		return nil, err
	}
	return edge.Say("Updates are not sent to this device any more.")
}

type pushTestJSON struct {
	Sent    int `json:"sent" doc:"Number of devices whose push service accepted the message."`
	Devices int `json:"devices" doc:"Number of devices that have push messages turned on."`
}

func (a *API) testPush(ctx context.Context, _ *struct{}) (*edge.Body[pushTestJSON], error) {
	sent, all, err := a.Notify.Test(ctx, edge.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	return edge.Reply(pushTestJSON{sent, all})
}
