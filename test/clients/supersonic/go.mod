module sonora-client-supersonic

go 1.26.0

require github.com/supersonic-app/go-subsonic v0.0.0-20260416152144-7a5f505a273c

require golang.org/x/image v0.13.0 // indirect
