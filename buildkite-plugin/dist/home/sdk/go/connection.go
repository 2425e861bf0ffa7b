package perigee

import (
	"bufio"
	"encoding/json"
	"errors"
	"net"
	"sync"
	"sync/atomic"
)

// The connection of this process; goroutines take turns.
var (
	turn       sync.Mutex
	connection net.Conn
	answers    *bufio.Reader
	isGone     bool
	lastID     int64
)

func nextID() int64 { return atomic.AddInt64(&lastID, 1) }

// request sends a message and waits for its answer. It tells whether the collector took it: one that is gone does
// not disturb the test. The error has the collector's words.
func request(line message) (bool, error) {
	bytes, err := json.Marshal(line)
	if err != nil {
		return false, errors.New("Perigee: " + err.Error())
	}
	turn.Lock()
	defer turn.Unlock()
	if !connect() {
		return false, nil
	}
	var answer struct {
		Ok    bool   `json:"ok"`
		Error string `json:"error"`
	}
	if _, err = connection.Write(append(bytes, '\n')); err == nil {
		if bytes, err = answers.ReadBytes('\n'); err == nil {
			err = json.Unmarshal(bytes, &answer)
		}
	}
	if err != nil {
		connection.Close()
		isGone = true
		return false, nil
	}
	if !answer.Ok {
		return false, errors.New("Perigee: " + answer.Error)
	}
	return true, nil
}

func isConnected() bool {
	turn.Lock()
	defer turn.Unlock()
	return connect()
}

func connect() bool {
	if connection == nil && !isGone {
		var err error
		if connection, err = net.Dial("unix", path()); err != nil {
			isGone = true
		} else {
			answers = bufio.NewReader(connection)
		}
	}
	return !isGone
}
