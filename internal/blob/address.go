package blob

import (
	"errors"
	"net"
	"net/url"
	"path/filepath"
	"strings"
)

// Address is the address of a bucket with its credentials:
// s3://KEY:SECRET@HOST[:PORT]/BUCKET/PREFIX?region=R&insecure=true.
type Address struct {
	Key, Secret string // "" takes AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY from the environment
	Host        string // including the port, if any
	Bucket      string
	Prefix      string // of all keys, without leading or trailing slash
	Region      string // "" asks the server
	Insecure    bool   // HTTP without TLS
}

const bucketScheme = "s3://"

// IsBucket reports whether a place is the address of a bucket; otherwise it is
// a folder.
func IsBucket(place string) bool { return strings.HasPrefix(place, bucketScheme) }

var errAddress = errors.New("a bucket's address is s3://KEY:SECRET@HOST/BUCKET/PREFIX?region=REGION&insecure=true, with %2F for each / in the secret and so on")

// ParseAddress parses the address of a bucket. Its error does not repeat the
// address, which may contain a secret.
func ParseAddress(text string) (Address, error) {
	u, err := url.Parse(text)
	if err != nil || !IsBucket(text) || u.Host == "" || u.Hostname() == "" || u.Fragment != "" {
		return Address{}, errAddress
	}
	bucket, prefix, _ := strings.Cut(strings.Trim(u.Path, "/"), "/")
	a := Address{Host: u.Host, Bucket: bucket, Prefix: prefix, Key: u.User.Username()}
	a.Secret, _ = u.User.Password()
	if bucket == "" || prefix != "" && CheckKey(prefix) != nil || (a.Key == "") != (a.Secret == "") {
		return Address{}, errAddress
	}
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return Address{}, errAddress
	}
	for name, values := range query {
		switch value := values[0]; {
		case name == "region":
			a.Region = value
		case name == "insecure" && (value == "true" || value == "false"):
			a.Insecure = value == "true"
		default:
			return Address{}, errAddress
		}
	}
	return a, nil
}

// String returns the address without its secrets and options, for databases and
// logs.
func (a Address) String() string {
	name := bucketScheme + a.Host + "/" + a.Bucket
	if a.Prefix != "" {
		name += "/" + a.Prefix
	}
	return name
}

// Origin returns the origin of links into the bucket, as browsers see it.
func (a Address) Origin() string {
	scheme, port := "https", "443"
	if a.Insecure {
		scheme, port = "http", "80"
	}
	if host, p, err := net.SplitHostPort(a.Host); err == nil && p == port {
		return scheme + "://" + host
	}
	return scheme + "://" + a.Host
}

// Name returns a place without its secrets: the absolute path of a folder, or
// Address.String.
func Name(place string) (string, error) {
	if !IsBucket(place) {
		return filepath.Abs(place)
	}
	a, err := ParseAddress(place)
	if err != nil {
		return "", err
	}
	return a.String(), nil
}

// Open returns the store at a place, which is a folder or the address of a
// bucket. It does not access the place yet.
func Open(place string) (Store, error) {
	if !IsBucket(place) {
		dir, err := filepath.Abs(place)
		if err != nil {
			return nil, err
		}
		return NewDisk(dir), nil
	}
	a, err := ParseAddress(place)
	if err != nil {
		return nil, err
	}
	return NewS3(a)
}
