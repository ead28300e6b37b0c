package edge

// Body is a response, or the input of an operation, that consists only of a body.
type Body[T any] struct{ Body T }

// Reply returns a response with a body.
func Reply[T any](body T) (*Body[T], error) { return &Body[T]{body}, nil }

// Encoded returns a response with one item, or the error.
func Encoded[T, J any](item *T, err error, encode func(*T) J) (*Body[J], error) {
	if err != nil {
		return nil, err
	}
	return &Body[J]{encode(item)}, nil
}

// Secret is a response that no cache may store.
type Secret[T any] struct {
	Caching string `header:"Cache-Control" doc:"Always no-store."`
	Body    T
}

// Secretly returns a response that no cache may store.
func Secretly[T any](body T) *Secret[T] { return &Secret[T]{"no-store", body} }

// ItemPath is the input of operations on one item.
type ItemPath struct {
	ID string `path:"id" maxLength:"64" doc:"ID of the item."`
}

// Detail is a response that consists of one sentence.
type Detail struct {
	Detail string `json:"detail" doc:"One sentence for the person, in their language." example:"Saved."`
}

// Say returns a response with a sentence.
func Say(detail string) (*Body[Detail], error) { return Reply(Detail{detail}) }

// OrNull returns nil for the zero value.
func OrNull[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

// OrZero is the inverse of OrNull.
func OrZero[T any](v *T) T {
	if v == nil {
		return *new(T)
	}
	return *v
}

// Known returns nil for an unknown value.
func Known[T any](v T, known bool) *T {
	if !known {
		return nil
	}
	return &v
}
