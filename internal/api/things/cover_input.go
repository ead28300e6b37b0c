package things

// CoverInput is a form with a picture of an item.
type CoverInput struct {
	ID          string `path:"id" maxLength:"64" doc:"ID of the item."`
	ContentType string `header:"Content-Type" hidden:"true"`
	RawBody     []byte `contentType:"multipart/form-data"`
}
