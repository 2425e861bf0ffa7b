//go:build !linux

package perigee

import "time"

var origin = time.Now()

func now() time.Duration { return time.Since(origin) }
