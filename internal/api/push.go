package api

import "context"

type pushKeyJSON struct {
	PublicKey string `json:"publicKey" doc:"The applicationServerKey of web push, in base64url."`
}

func (a *API) pushKey(context.Context, *struct{}) (*body[pushKeyJSON], error) {
	return &body[pushKeyJSON]{pushKeyJSON{a.notify.PublicKey()}}, nil
}

type subscriptionJSON struct {
	_        struct{} `json:"-" additionalProperties:"true"`
	Endpoint string   `json:"endpoint" maxLength:"1000" doc:"As the browser's PushSubscription has it."`
	Keys     struct {
		_      struct{} `json:"-" additionalProperties:"true"`
		P256dh string   `json:"p256dh" maxLength:"200"`
		Auth   string   `json:"auth" maxLength:"100"`
	} `json:"keys"`
}

type subscribeInput struct {
	UserAgent string `header:"User-Agent"`
	Body      subscriptionJSON
}

func (a *API) subscribePush(ctx context.Context, in *subscribeInput) (*body[detailJSON], error) {
	b := in.Body
	if err := a.notify.Subscribe(ctx, viewer(ctx), b.Endpoint, b.Keys.P256dh, b.Keys.Auth, in.UserAgent); err != nil {
		return nil, err
	}
	return &body[detailJSON]{detailJSON{"Updates are sent to this device."}}, nil
}

type endpointInput struct {
	Body struct {
		Endpoint string `json:"endpoint" maxLength:"1000"`
	}
}

func (a *API) unsubscribePush(ctx context.Context, in *endpointInput) (*body[detailJSON], error) {
	if err := a.notify.Unsubscribe(ctx, viewer(ctx), in.Body.Endpoint); err != nil {
		return nil, err
	}
	return &body[detailJSON]{detailJSON{"Updates are not sent to this device any more."}}, nil
}

type pushTestJSON struct {
	Sent    int `json:"sent" doc:"Devices whose push service took the message."`
	Devices int `json:"devices"`
}

func (a *API) testPush(ctx context.Context, _ *struct{}) (*body[pushTestJSON], error) {
	sent, all, err := a.notify.Test(ctx, viewer(ctx))
	if err != nil {
		return nil, err
	}
	return &body[pushTestJSON]{pushTestJSON{sent, all}}, nil
}
