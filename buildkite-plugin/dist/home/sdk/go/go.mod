module github.com/owner/perigee/sdk/go

go 1.18
