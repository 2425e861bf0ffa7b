module conformance

go 1.18

require github.com/owner/perigee/sdk/go v0.0.0

replace github.com/owner/perigee/sdk/go => ../../../../sdk/go
