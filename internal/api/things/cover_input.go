package things

// CoverInput is a form with a picture of an item.
type CoverInput struct {
	ID          string `path:"id" maxLength:"64"`
	ContentType string `header:"Content-Type" hidden:"true"`
	RawBody     []byte `contentType:"multipart/form-data"`
}
