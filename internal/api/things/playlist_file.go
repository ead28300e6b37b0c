package things

// ImportInput is a form with a file to import.
type ImportInput struct {
	ContentType string `header:"Content-Type" hidden:"true"`
	RawBody     []byte `contentType:"multipart/form-data"`
}
